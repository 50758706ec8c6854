import { useI18n } from 'vue-i18n'
import type { ProductRowView, Sort } from '../../../shared/catalog/views.ts'
import { compareDecimals } from '../../../shared/money.ts'
import { useCatalogLabels } from '../../app/use-catalog-labels.ts'
import { useFormats } from '../../app/use-formats.ts'
import { givesValue } from './shop-address.ts'
import { unitPrice } from './unit-price.ts'

/** What a list says of a product. */
export function useProductLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const { facts, placeName } = useCatalogLabels()

  /** Where it is for and what it gives; the service's own words only where nothing else tells, and not line after line. */
  function about(product: ProductRowView, before: ProductRowView | undefined): string {
    const known = facts(product)
    const isToldBefore = before?.brandSlug === product.brandSlug && before.shortNotes === product.shortNotes
    const told = known.length > 0 || isToldBefore ? known : [product.shortNotes]
    return [placeName(product), ...told].filter(Boolean).join(' · ')
  }
  /** What the sort compares, in coins: the price itself, or that of a GB, day or minute; null for other sorts. */
  function compared(product: ProductRowView, sort: Sort): string | null {
    const { stableCoinCurrency: symbol, stableCoinValue } = product.price
    if (sort === 'price') return formats.value.coin(stableCoinValue, symbol)
    if (!givesValue(sort)) return null
    const unit = unitPrice(product, sort)
    if (unit === null) return null
    const price = formats.value.coin(unit, symbol, 'up', compareDecimals(unit, '0.1') < 0 ? 4 : 2)
    return t(`unitPrice.${sort}`, { price })
  }
  return { about, compared }
}
