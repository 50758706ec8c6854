import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FileText } from './shell.ts'

const MAX_OF_ONE_NAME = 1000

/**
 * Writes a file that only its owner can read into `folder`, under a new name if the name exists; returns its path. Leaves no file if it
 * fails.
 */
export async function saveInFolder(folder: string, name: string, text: FileText): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let number = 1; number <= MAX_OF_ONE_NAME; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ending}`)
    const file = await openNew(path)
    if (file === null) continue
    try {
      await file.writeFile(text)
      await file.sync()
      return path
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }
  throw new Error('Too many files of this name')
}

/** Returns null if the name exists. */
async function openNew(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}
