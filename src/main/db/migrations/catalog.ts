import type { Migration } from '../migration.ts'
import { catalog0001Catalog } from './catalog-0001-catalog.ts'

/** The catalog's migrations in order; one that has shipped is never edited. */
export const catalogMigrations: readonly Migration[] = [catalog0001Catalog]
