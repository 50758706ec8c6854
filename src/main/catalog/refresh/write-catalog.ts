import { hash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { WritableDb } from '../../db/connections.ts'
import { readCatalogState, readWordsDigest, writeCatalogState, type Etags } from '../catalog-state-repository.ts'
import { fillThenIndex, readVariantIds } from './catalog-write-repository.ts'
import { deleteOldChanges } from '../changes-repository.ts'
import { openJsonFile } from './json-file.ts'
import { outlineCatalog } from './outline-catalog.ts'
import { createCountryNamer } from './search-words.ts'
import { readShelfIds } from './shelves-repository.ts'
import { createBrandWriter } from './write-brand.ts'
import { writeShelves } from './write-shelves.ts'

export interface RefreshInput {
  /** Files of the catalog's JSON as the service sent it: the whole, or one for each country. */
  readonly files: readonly string[]
  /** The three-letter code of countries by their two-letter one, to be found by. */
  readonly iso3: readonly (readonly [iso2: string, iso3: string])[]
  readonly etags: Etags
  /** Whose catalog it is. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly refreshedAt: number
}

/**
 * Brings the catalog to what the files say, in one transaction: a reader sees yesterday's or today's. Only what differs is read and
 * written, variant by variant; a bad one is left out and counted. `onProgress` is told the share that is done. Throws
 * `service-malformed` where nothing at all could be understood.
 */
export function writeCatalog(
  db: WritableDb,
  { files, iso3, etags, source, refreshedAt }: RefreshInput,
  onProgress: (share: number) => void = () => undefined,
): void {
  const opened = files.map(openJsonFile)
  try {
    const outlines = opened.map((file) => ({ file, ...outlineCatalog(file) }))
    const words = hash('sha1', JSON.stringify(iso3), 'base64')
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
      if (isFirst) fillThenIndex(db, writeAll)
      else writeAll()
      const skipped = writer.skipped() + outlines.reduce((sum, outline) => sum + outline.skipped, 0)
      if (!writer.hasSome() && skipped > 0)
        throw new AppError('service-malformed', 'Nothing of the catalog was understood')
      writer.dropUnseen(readVariantIds(db))
      const touched = words === readWordsDigest(db) ? writer.touched() : readShelfIds(db)
      writeShelves(db, touched, createCountryNamer(new Map(iso3)))
      deleteOldChanges(db, refreshedAt)
      writeCatalogState(db, { source, refreshedAt, skipped, words, etags })
    }).immediate()
  } finally {
    for (const file of opened) file.close()
  }
}
