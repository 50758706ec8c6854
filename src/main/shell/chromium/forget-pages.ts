import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the pages that the browser kept in earlier runs, and takes the place of the folder in which it would keep those of this one, before
 * it starts. An address of a page has what was searched there: words of sealed notes, numbers and names.
 */
export function forgetPages(userDataDir: string): void {
  const folder = join(userDataDir, 'Default')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = ['History', 'History-journal', 'Sessions'].map((name) => join(folder, name))
  for (const path of [...kept, join(userDataDir, 'segmentation_platform')])
    rmSync(path, { recursive: true, force: true })
  writeFileSync(join(folder, 'Sessions'), '')
}
