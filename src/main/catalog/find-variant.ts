import { AppError } from '../../shared/errors.ts'
import type { Variant } from '../service/operations/read-variant.ts'
import type { CatalogStore } from './catalog-store.ts'
import { readVariant } from './variants-repository.ts'

/** Finds a variant by SKU; throws AppError `not-found` if it is not on sale. */
export function findVariant(catalog: Pick<CatalogStore, 'use'>, sku: string): Variant {
  const found = catalog.use((db) => readVariant(db, sku))
  if (found === null) throw new AppError('not-found', 'The product is not on sale any more')
  return found
}
