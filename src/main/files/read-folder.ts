import { readdirSync } from 'node:fs'

/** Returns the names in a folder; none if it cannot be read. */
export function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
