import { existsSync, readFileSync } from 'node:fs'
import { replaceFile } from '../files/replace-file.ts'
import type { SecretStore } from './shell.ts'

/** Opens a store in a file that only its owner can read, for shells without a system secret store. */
export function openFileSecretStore(path: string): SecretStore {
  return {
    protected: false,
    read: () => (existsSync(path) ? new Uint8Array(readFileSync(path)) : null),
    write: (secret) => replaceFile(path, secret),
  }
}
