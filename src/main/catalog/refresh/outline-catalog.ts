import { AppError } from '../../../shared/errors.ts'
import { integerOf, textOf } from '../../service/answer/answer-shapes.ts'
import type { BrandContext } from '../../service/operations/read-variant.ts'
import { LIST, OBJECT, type JsonCursor } from './json-cursor.ts'
import { parseJson, textIn, type JsonFile } from './json-file.ts'

/** A brand in one product group, and the file positions of its variants. */
export interface BrandOutline extends BrandContext {
  /** The service's order; a brand without one comes last. */
  readonly order: number
  /** Start and end positions, alternating. */
  readonly spans: readonly number[]
}

export interface CatalogOutline {
  readonly brands: readonly BrandOutline[]
  /** The number of groups and brands that could not be read. */
  readonly skipped: number
}

/**
 * Outlines a catalog file, brand by brand, in any order of members; variants are skipped. Throws `service-malformed` if it is not complete
 * JSON or not a catalog.
 */
export function outlineCatalog(file: JsonFile): CatalogOutline {
  const brands: BrandOutline[] = []
  let skipped = 0
  let isCatalog = false

  function readGroup(cursor: JsonCursor): void {
    let productType = ''
    const found: Omit<BrandOutline, 'productType'>[] = []
    let isGroup = false
    cursor.object((key) => {
      if (key === 'brands' && cursor.peek() === LIST) {
        isGroup = true
        found.push(...readBrands(cursor))
      } else if (key === 'productType') productType = textOf(parseJson(textIn(cursor.take())))
      else cursor.skip()
    })
    if (!isGroup) skipped += 1
    for (const brand of found) brands.push({ ...brand, productType })
  }

  function readBrands(cursor: JsonCursor): Omit<BrandOutline, 'productType'>[] {
    const found: Omit<BrandOutline, 'productType'>[] = []
    cursor.list(() => {
      const brand = cursor.peek() === OBJECT ? readBrand(cursor) : void cursor.skip()
      if (brand) found.push(brand)
      else skipped += 1
    })
    return found
  }

  const cursor = file.cursor()
  if (cursor.peek() !== OBJECT) throw new AppError('service-malformed', 'The catalog has another shape than agreed')
  cursor.object((key) => {
    if (key !== 'products' || cursor.peek() !== LIST) return void cursor.skip()
    isCatalog = true
    cursor.list(() => {
      if (cursor.peek() === OBJECT) return readGroup(cursor)
      cursor.skip()
      skipped += 1
    })
  })
  cursor.end()
  if (!isCatalog) throw new AppError('service-malformed', 'The catalog has another shape than agreed')
  return { brands, skipped }
}

const headers = ['brandName', 'brandSlug', 'imageUrl', 'order']

/** Returns null for a brand without a name or a list of variants. */
function readBrand(cursor: JsonCursor): Omit<BrandOutline, 'productType'> | null {
  const header: Record<string, unknown> = {}
  let spans: number[] | null = null
  cursor.object((key) => {
    if (key === 'variants' && cursor.peek() === LIST) spans = readSpans(cursor)
    else if (headers.includes(key)) header[key] = parseJson(textIn(cursor.take()))
    else cursor.skip()
  })
  const name = textOf(header['brandName']).trim()
  const slug = (textOf(header['brandSlug']).trim() || name).slice(0, 300)
  if (slug === '' || spans === null) return null
  const order = integerOf(header['order']) ?? Number.MAX_SAFE_INTEGER
  return { slug, name, imageUrl: textOf(header['imageUrl']), order, spans }
}

function readSpans(cursor: JsonCursor): number[] {
  const spans: number[] = []
  cursor.list(() => {
    cursor.peek()
    spans.push(cursor.position())
    cursor.skip()
    spans.push(cursor.position())
  })
  return spans
}
