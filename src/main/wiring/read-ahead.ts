import { browseInput } from '../../shared/catalog-views.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { browseBrands } from '../catalog/search/brands-repository.ts'

/** Reads what the shop most likely opens with, so that it is off the disk by the time the page asks. */
export function readAhead(catalog: CatalogStore): void {
  try {
    catalog.use((db) => browseBrands(db, { ...browseInput.parse({}), sort: 'best' }, { offset: 0, limit: 60 }))
  } catch (error) {
    console.error('The catalog could not be read ahead:', error)
  }
}
