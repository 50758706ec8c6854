import { rename, rm, writeFile } from 'node:fs/promises'
import type { FileText } from './shell.ts'

/** Writes a file that only its owner can read, replacing a previous one, which stays if that fails. */
export async function writeWhole(path: string, text: FileText): Promise<void> {
  const part = `${path}.part`
  try {
    await writeFile(part, text, { mode: 0o600, flush: true })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
