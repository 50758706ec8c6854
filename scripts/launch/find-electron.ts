import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { whyElectronAborts } from './why-electron-aborts.ts'

const DOWNLOAD_LIMIT_MS = 180_000

/** Returns Electron's binary or why it cannot open Till here. A missing one is downloaded if `download` allows it. */
export function findUsableElectron(download: boolean): { binary: string | null; why: string | null } {
  const binary = findElectron(download)
  const missing = download ? 'Electron’s binary could not be downloaded' : 'Electron’s binary is missing'
  const why = binary === null ? missing : whyElectronAborts(binary)
  return { binary: why === null ? binary : null, why }
}

/** Returns the path of Electron's binary, or null. A missing one is downloaded by its own installer if `download` allows it. */
export function findElectron(download: boolean): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const installed = binaryIn(folder)
  if (installed !== null || !download) return installed
  console.log('Electron’s binary is missing; trying to download it…')
  spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: DOWNLOAD_LIMIT_MS })
  return binaryIn(folder)
}

function binaryIn(folder: string): string | null {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(binary) ? binary : null
}
