import { hash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { WritableDb } from '../../db/connections.ts'
import { readCatalogState, readWordsDigest, writeCatalogState, type Etags } from '../catalog-state-repository.ts'
import { fillBeforeIndexing, readVariantIds } from './catalog-write-repository.ts'
import { deleteOldChanges } from '../changes-repository.ts'
import { openJsonFile } from './json-file.ts'
import { outlineCatalog } from './outline-catalog.ts'
import { createPlaceNamer, WORLD_FROM, type CountryFacts } from './search-words.ts'
import { readShelfIds } from './shelves-repository.ts'
import { createBrandWriter } from './write-brand.ts'
import { writeShelves } from './write-shelves.ts'

export interface RefreshInput {
  /** Files of the service's catalog JSON: one for all, or one per country. */
  readonly files: readonly string[]
  /** The service's countries, for the search. */
  readonly countries: readonly CountryFacts[]
  readonly etags: Etags
  /** The service the catalog belongs to. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly refreshedAt: number
}

/**
 * Updates the catalog from the files in one transaction: a reader sees yesterday's or today's. Reads and writes only changed variants; bad
 * ones are skipped and counted. Calls `onProgress` with the share done. Throws `service-malformed` if nothing could be read.
 */
export function writeCatalog(
  db: WritableDb,
  { files, countries, etags, source, refreshedAt }: RefreshInput,
  onProgress: (share: number) => void = () => undefined,
): void {
  const opened = files.map(openJsonFile)
  try {
    const outlines = opened.map((file) => ({ file, ...outlineCatalog(file) }))
    const words = hash('sha1', JSON.stringify({ countries, worldFrom: WORLD_FROM }), 'base64')
    db.transaction(() => {
      const isFirst = readCatalogState(db).refreshedAt === null
      const writer = createBrandWriter(db, { at: refreshedAt, isFirst })
      const count = outlines.reduce((sum, { brands }) => sum + brands.length, 0)
      const writeAll = (): void => {
        let done = 0
        for (const { file, brands } of outlines) {
          for (const brand of brands) {
            writer.write(brand, file)
            onProgress(++done / count)
          }
        }
      }
      if (isFirst) fillBeforeIndexing(db, writeAll)
      else writeAll()
      const skipped = writer.skipped() + outlines.reduce((sum, outline) => sum + outline.skipped, 0)
      if (!writer.hasSome() && skipped > 0)
        throw new AppError('service-malformed', 'Nothing of the catalog was understood')
      writer.dropUnseen(readVariantIds(db))
      const touched = words === readWordsDigest(db) ? writer.touched() : readShelfIds(db)
      writeShelves(db, touched, createPlaceNamer(countries))
      deleteOldChanges(db, refreshedAt)
      writeCatalogState(db, { source, refreshedAt, skipped, words, etags })
    }).immediate()
  } finally {
    for (const file of opened) file.close()
  }
}
