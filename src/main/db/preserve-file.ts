import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs'
import { syncPath } from './sync-path.ts'

/** Gives a file a second name, by a hard link, or by a copy if the disk has no links. Does nothing if that name exists. */
export function preserveFile(file: string, aside: string): void {
  if (!existsSync(file) || existsSync(aside)) return
  try {
    linkSync(file, aside)
  } catch {
    const part = `${aside}.part`
    copyFileSync(file, part)
    syncPath(part)
    renameSync(part, aside)
  }
}
