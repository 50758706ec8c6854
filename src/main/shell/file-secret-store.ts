import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { SecretStore } from './shell.ts'

/** Opens a store in a file that only its owner can read, for shells without a system secret store. */
export function openFileSecretStore(path: string): SecretStore {
  return {
    protected: false,
    read: () => (existsSync(path) ? new Uint8Array(readFileSync(path)) : null),
    write: (secret) => writeFileSync(path, secret, { mode: 0o600, flush: true }),
  }
}
