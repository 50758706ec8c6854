import { mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

const MOST_OF_ONE_NAME = 1000

/** Writes a file that only its owner can read into `folder`, beside any of the same name; answers its path. */
export async function saveInFolder(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let number = 1; number <= MOST_OF_ONE_NAME; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ending}`)
    try {
      await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true })
      return path
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  throw new Error('Too many files of this name')
}
