import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { safeStorage } from 'electron'
import { openFileSecretStore } from '../file-secret-store.ts'
import type { SecretStore } from '../shell.ts'

/**
 * Opens a store that encrypts a secret with the system's key. Where Linux has none (`basic_text`), only file permissions protect it, and
 * `protected` is false.
 */
export function openSystemSecretStore(path: string): SecretStore {
  const open = openFileSecretStore(path)
  const hasBackend = process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
  if (!safeStorage.isEncryptionAvailable() || !hasBackend) return open
  const sealed = `${path}.sealed`

  function write(secret: Uint8Array): void {
    const bytes = safeStorage.encryptString(Buffer.from(secret).toString('base64'))
    writeFileSync(sealed, bytes, { mode: 0o600, flush: true })
    rmSync(path, { force: true })
  }

  return {
    protected: true,
    read() {
      // It was written while the system had no key, so it is newer.
      const found = open.read()
      if (found !== null) write(found)
      if (!existsSync(sealed)) return null
      return new Uint8Array(Buffer.from(safeStorage.decryptString(readFileSync(sealed)), 'base64'))
    },
    write,
  }
}
