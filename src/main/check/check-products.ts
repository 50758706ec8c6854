import { z } from 'zod'
import type { CheckRowView } from '../../shared/services/check-views.ts'
import { refuseHtml } from '../service/answer/answer.ts'
import { readAnswer, text, textOf } from '../service/answer/answer-shapes.ts'
import { askService } from '../service/ask-service.ts'
import type { Exchange } from '../service/exchange/exchange.ts'
import { readVariant, type Variant } from '../service/operations/read-variant.ts'
import { isRecord } from './compare-fields.ts'
import type { Inquiry } from './inquiry.ts'
import { interfaceFields } from './interface-fields.ts'
import { reportDifferences } from './report-differences.ts'

/** A whole catalog of real size fits; a check never needs more in memory. */
const MAX_BYTES = 64_000_000
const TIMEOUT_MS = 60_000

const brand = z.object({
  brandName: text,
  brandSlug: text,
  imageUrl: text,
  variants: z.array(z.unknown()),
})
const catalog = z.object({
  products: z.array(z.object({ productType: text, brands: z.array(brand) })),
})

interface Catalog {
  readonly raw: readonly unknown[]
  readonly variants: readonly Variant[]
  readonly brands: number
}

/** Requests the products of a country, or all products if that is empty or refused; returns those that can be sold. */
export async function checkProducts(inquiry: Inquiry, country: string): Promise<readonly Variant[]> {
  const outcome = await inquiry.attempt((exchange) => readCatalog(exchange, country))
  if ('trouble' in outcome && !outcome.trouble.message.startsWith('trouble.refused')) {
    inquiry.fail('products', outcome.trouble)
    return []
  }
  const there = 'value' in outcome && outcome.value.variants.length > 0 ? outcome.value : null
  const isThere = there !== null
  const sold = there ?? (await inquiry.ask('products', (exchange) => readCatalog(exchange, null)))
  if (sold === null) return []
  const { raw, variants, brands } = sold
  const values: CheckRowView['values'] = { count: variants.length, brands }
  if (variants.length === 0) inquiry.report('products', 'fails', 'products.none')
  else if (isThere) inquiry.report('products', 'fits', 'products.sold-in', { ...values, country })
  else inquiry.report('products', 'fits', 'products.sold', values)
  if (isThere && !variants.every((variant) => reaches(variant, country)))
    inquiry.report('products', 'differs', 'products.unfiltered', { country })
  reportDifferences(inquiry, 'products', raw, interfaceFields.variant, variants.length)
  return variants
}

function reaches({ country: own, supportedCountries }: Variant, country: string): boolean {
  return own === country || own === '' || supportedCountries.includes(country)
}

async function readCatalog(exchange: Exchange, country: string | null): Promise<Catalog> {
  const answer = await askService(exchange, {
    method: 'GET',
    path: '/api/v1/products/grouped/',
    query: { country },
    requestClass: 'browsing',
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  })
  refuseHtml(answer)
  const { products } = readAnswer(answer, catalog)
  const brands = products.flatMap(({ productType, brands: all }) => all.map((one) => ({ ...one, productType })))
  const raw = brands.flatMap(({ variants }) => variants)
  const variants = brands.flatMap(({ variants: all, brandName: name, brandSlug: slug, imageUrl, productType }) =>
    all
      .filter(isRecord)
      .flatMap((one) => readVariant(one, { slug, name, imageUrl, productType: textOf(productType) }) ?? []),
  )
  return { raw, variants, brands: brands.length }
}
