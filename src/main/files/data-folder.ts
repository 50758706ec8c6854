import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { NEEDED_MB, StartRefusal } from '../../shared/app/start-refusal.ts'

/** What the system says of a disk and its files. */
export interface DiskFacts {
  /** Throws where this user may not read and write a path. */
  access(path: string): void
  /** Returns the bytes that are free for this user; infinite where the system does not say. */
  free(folder: string): number
}

const MB = 2 ** 20
/** Those that a start cannot do without. */
const files = ['ledger.db', 'vault.json', 'cache.db', 'catalog.db']

const facts: DiskFacts = {
  access: (path) => accessSync(path, constants.R_OK | constants.W_OK),
  free(folder) {
    try {
      const { blocks, bavail, bsize } = statfsSync(folder)
      return blocks === 0 ? Infinity : bavail * bsize
    } catch {
      return Infinity
    }
  },
}

/**
 * Creates the data folder, readable only by its owner. An existing folder with content keeps its mode, because it may not be Till's alone.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o700)
}

/** Throws StartRefusal if Till may not write its files in a folder, or if its disk is full. */
export function assertUsable(folder: string, disk: DiskFacts = facts): void {
  const known = files.map((name) => join(folder, name)).filter((file) => existsSync(file))
  for (const path of [folder, ...known]) {
    try {
      disk.access(path)
    } catch (cause) {
      throw new StartRefusal('denied', path, { cause })
    }
  }
  if (!hasRoom(folder, disk)) throw new StartRefusal('full', folder)
}

/** Returns whether the disk of a folder has the 16 MB that Till needs. */
export function hasRoom(folder: string, disk: Pick<DiskFacts, 'free'> = facts): boolean {
  return disk.free(folder) >= NEEDED_MB * MB
}
