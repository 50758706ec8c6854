import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFile } from './make-file.ts'
import { readFolder } from './read-folder.ts'
import { syncFolder, syncPath } from './sync-path.ts'

const ending = /\.[\da-f]{16}\.part$/

/** Returns a new name beside `path` for a file that will replace it. Nobody can guess it, so nobody can put a link there. */
export function partOf(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.part`
}

/** Removes what interrupted replacements left of the files whose names begin with `stem`. None may be under way. */
export function removeParts(folder: string, stem = ''): void {
  for (const name of readFolder(folder)) {
    if (name.startsWith(stem) && ending.test(name)) remove(join(folder, name))
  }
}

/**
 * Replaces a file in one crash-safe step with one that only its owner can read. If that fails, the previous file stays and nothing else is
 * left. `beforeRename` runs when the new content is on the disk.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  beforeRename: () => void = () => undefined,
): void {
  replaceBy(path, (part) => {
    writeFileSync(part, content, { flag: 'wx', mode: 0o600, flush: true })
    beforeRename()
  })
}

/** Replaces a file like `replaceFile`, with a copy of `from`. `step` runs after each step. */
export function replaceByCopy(path: string, from: string, step: () => void = () => undefined): void {
  replaceBy(
    path,
    (part) => {
      copyFileSync(from, part, constants.COPYFILE_EXCL)
      makeFile(part)
      step()
      syncPath(part)
      step()
    },
    step,
  )
}

function replaceBy(path: string, write: (part: string) => void, afterRename: () => void = () => undefined): void {
  const part = partOf(path)
  try {
    write(part)
    renameSync(part, path)
    afterRename()
  } catch (error) {
    remove(part)
    throw error
  }
  syncFolder(dirname(path))
}

/** Replaces a file like `replaceFile`, but blocks nothing meanwhile. `write` fills the new file, and its result is returned. */
export async function replaceFileWith<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const part = partOf(path)
  try {
    const result = await fillNew(part, write)
    await rename(part, path)
    syncFolder(dirname(path))
    return result
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

async function fillNew<T>(part: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(part, 'wx', 0o600)
  try {
    const result = await write(file)
    await file.sync()
    return result
  } finally {
    await file.close()
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It holds nothing that is needed, and the next start tries again.
  }
}
