import type { Migration } from '../migration.ts'
import { catalog0001Catalog } from './catalog-0001-catalog.ts'
import { catalog0002Currencies } from './catalog-0002-currencies.ts'
import { catalog0003Counts } from './catalog-0003-counts.ts'

/** The catalog's migrations in order; one that has shipped is never edited. */
export const catalogMigrations: readonly Migration[] = [catalog0001Catalog, catalog0002Currencies, catalog0003Counts]
