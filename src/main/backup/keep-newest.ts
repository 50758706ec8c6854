import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openBackup } from './read-backup.ts'

/** The number of backups of a wallet kept in a folder. */
const KEPT = 5
const named = /^till-\d{4}-\d{2}-\d{2}-\d{6}(?:-\d+)?\.tillbackup$/

/** Returns an unused path in `folder`, named by an epoch time in milliseconds (UTC). */
export function freePath(folder: string, at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  const stem = `till-${date}-${time.slice(0, 8).replaceAll(':', '')}`
  for (let number = 1; ; number++) {
    const path = join(folder, `${stem}${number === 1 ? '' : `-${number}`}.tillbackup`)
    if (!existsSync(path)) return path
  }
}

/**
 * Deletes a wallet's backups in a folder, except `fresh`, made just now, and the newest of the others. Any other file stays, even with a
 * backup's name.
 */
export async function keepNewest(folder: string, wallet: string, fresh: string): Promise<void> {
  const found: { path: string; madeAt: number }[] = []
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (path === fresh || !named.test(name) || !lstatSync(path).isFile()) continue
    const madeAt = await madeAtOf(path, wallet)
    if (madeAt !== null) found.push({ path, madeAt })
  }
  found.sort((left, right) => right.madeAt - left.madeAt)
  for (const { path } of found.slice(KEPT - 1)) rmSync(path)
}

/** Returns when a backup of the wallet was made; null for any other file. */
async function madeAtOf(path: string, wallet: string): Promise<number | null> {
  try {
    const backup = await openBackup(path)
    await backup.close()
    return backup.header.wallet === wallet ? backup.header.madeAt : null
  } catch {
    return null
  }
}
