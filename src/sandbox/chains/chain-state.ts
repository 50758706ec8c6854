import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { SandboxFailure } from '../failure.ts'

const unzip = promisify(gunzip)

const statePath = (folder: string): string => join(folder, 'state.json')
const headPath = (folder: string): string => join(folder, 'head')

function replaceFile(file: string, content: Uint8Array | string): void {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}

/** Returns the path of the saved state for Anvil, or null for a new chain; throws SandboxFailure where it is damaged. */
export function stateToLoad(folder: string): string | null {
  const file = statePath(folder)
  if (!existsSync(file)) return null
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return file
  } catch {
    throw new SandboxFailure(`The chain state in ${folder} is damaged. Remove that sandbox folder to start over.`)
  }
}

/** Writes the answer of `anvil_dumpState` (hex of gzipped JSON) atomically. */
export async function writeState(folder: string, dump: string): Promise<void> {
  replaceFile(statePath(folder), await unzip(Buffer.from(dump.slice(2), 'hex')))
}

/** Returns the highest recorded block of the chain, 0 for none. */
export function readHead(folder: string): bigint {
  const file = headPath(folder)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^\d+$/.test(text) ? BigInt(text) : 0n
}

export function writeHead(folder: string, head: bigint): void {
  replaceFile(headPath(folder), head.toString())
}
