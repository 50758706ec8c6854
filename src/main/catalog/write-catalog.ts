import type { Database } from '../db/open-database.ts'
import { parseProducts, type Products } from '../service/parse-products.ts'
import { writeCatalogState, writeImageSources, writeProducts } from './catalog-write-repository.ts'
import { writePlaces, type Places } from './places-repository.ts'
import { createCountryNamer } from './search-words.ts'

export interface RefreshInput {
  /** The catalog's JSON as the service sent it. */
  readonly products: Uint8Array
  readonly places: Places
  /** Whose catalog it is. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly refreshedAt: number
}

/** Parses and writes a whole refresh in one transaction: a reader sees yesterday's catalog or today's. Throws `service-malformed`. */
export function writeCatalog(db: Database, { products: bytes, places, source, refreshedAt }: RefreshInput): void {
  const products = parseProducts(new TextDecoder().decode(bytes))
  const namer = createCountryNamer(new Map(places.countries.map(({ isoAlpha2, isoAlpha3 }) => [isoAlpha2, isoAlpha3])))
  db.transaction(() => {
    writeProducts(db, products, namer)
    writePlaces(db, places)
    writeImageSources(db, imageUrls(products, places))
    writeCatalogState(db, { source, refreshedAt, skipped: products.skipped })
  }).immediate()
}

function imageUrls({ brands, variants }: Products, { countries, networks }: Places): Set<string> {
  return new Set([
    ...brands.map(({ imageUrl }) => imageUrl),
    ...variants.map(({ imageUrl }) => imageUrl),
    ...countries.map(({ flagUrl }) => flagUrl),
    ...networks.flatMap(({ logoUrl, nativeToken, tokens }) => [
      logoUrl,
      nativeToken.logoURI,
      ...tokens.map(({ imageUrl }) => imageUrl),
    ]),
  ])
}
