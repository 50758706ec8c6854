import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { safeStorage } from 'electron'
import { replaceFile } from '../../files/replace-file.ts'
import { createSealer, type Sealer } from '../../db/seal.ts'
import { openFileSecretStore } from '../file-secret-store.ts'
import type { SecretStore } from '../shell.ts'

/** On Linux, encrypted with a key that everybody knows: the desktop has no secret service. */
const KNOWN_KEY = 'v10'

/**
 * Opens a store that encrypts a secret with a key of its own, which the system's keyring protects (`.sealed`). Where Linux has none, only
 * file permissions protect the secret, and `protected` is false. Call it once Electron is ready.
 */
export async function openSystemSecretStore(path: string): Promise<SecretStore> {
  const open = openFileSecretStore(path)
  const sealer = await openOwnSealer(`${path}.sealed`)
  if (sealer === null) return open
  const boxed = `${path}.box`

  const write = (secret: Uint8Array): void => {
    replaceFile(boxed, sealer.seal(Buffer.from(secret).toString('base64'), 'secret'))
    rmSync(path, { force: true })
  }

  return {
    protected: true,
    read() {
      // It was written while the system had no keyring, so it is newer.
      const found = open.read()
      if (found !== null) write(found)
      if (!existsSync(boxed)) return null
      return new Uint8Array(Buffer.from(sealer.unseal(readFileSync(boxed), 'secret'), 'base64'))
    },
    write,
  }
}

/** Returns the sealer with the key in `file`; with a new one if there is none, or the keyring lost it. Null without a keyring. */
async function openOwnSealer(file: string): Promise<Sealer | null> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return null
  const key = (await readKey(file)) ?? randomBytes(32)
  const sealed = await safeStorage.encryptStringAsync(key.toString('base64'))
  if (process.platform === 'linux' && sealed.subarray(0, KNOWN_KEY.length).toString() === KNOWN_KEY) return null
  replaceFile(file, sealed)
  return createSealer(key)
}

async function readKey(file: string): Promise<Buffer | null> {
  if (!existsSync(file)) return null
  try {
    const { result } = await safeStorage.decryptStringAsync(readFileSync(file))
    const key = Buffer.from(result, 'base64')
    return key.length === 32 ? key : null
  } catch {
    return null
  }
}
