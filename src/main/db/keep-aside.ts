import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs'
import { syncPath } from './sync-path.ts'

/** Gives a file a second name while the first one stays; where the disk knows no links, a copy. Does nothing where that name is taken. */
export function keepAside(file: string, aside: string): void {
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
