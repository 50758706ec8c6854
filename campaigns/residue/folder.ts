import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Hit, Searcher } from './search.ts'

/** The hits in the files of a folder, at any depth. */
export interface FileHits {
  readonly file: string
  readonly hits: readonly Hit[]
}

/** Searches the contents and names of all files in a folder. Returns those with hits, and the totals. */
export function searchFolder(folder: string, searcher: Searcher): { files: number; bytes: number; found: FileHits[] } {
  const contents = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const file = relative(folder, path)
      try {
        return [{ file, bytes: Buffer.concat([Buffer.from(`${file}\n`), readFileSync(path)]) }]
      } catch {
        // The browser removed it in the meantime.
        return []
      }
    })
  return {
    files: contents.length,
    bytes: contents.reduce((sum, { bytes }) => sum + bytes.length, 0),
    found: contents
      .map(({ file, bytes }) => ({ file, hits: searcher.search(bytes) }))
      .filter(({ hits }) => hits.length > 0),
  }
}
