import type { ReadableDb } from '../../main/db/connections.ts'
import { browseBrands } from '../../main/catalog/search/brands-repository.ts'
import { searchProducts } from '../../main/catalog/search/products-repository.ts'
import { browseInput, type BrowseInput, type Sort } from '../../shared/catalog/views.ts'

export type SearchQuery = BrowseInput & { readonly sort: Sort }

/** The first page of results. */
export const page = { offset: 0, limit: 60 }

/** Returns a search for everything, best first; `more` replaces fields. */
export function ask(more: Partial<SearchQuery> = {}): SearchQuery {
  return { ...browseInput.parse(more), sort: more.sort ?? 'best' }
}

/** Returns the slugs of the brands found, in their order. */
export function findSlugs(db: ReadableDb, more: Partial<SearchQuery>): string[] {
  return browseBrands(db, ask(more), page).brands.map(({ slug }) => slug)
}

/** Returns the SKUs of the products found, in their order. */
export function findSkus(db: ReadableDb, more: Partial<SearchQuery>): string[] {
  return searchProducts(db, ask(more), page).products.map(({ sku }) => sku)
}
