import { deriveKey, type Kdf } from '../../../src/main/vault/keys/key-derivation.ts'

// Derives keys and does nothing else; what is null only says that it runs.
process.on('message', async (asked: { password: Uint8Array; kdf: Kdf } | null) => {
  process.send?.(asked === null ? null : await deriveKey(asked.password, asked.kdf))
})
process.on('disconnect', () => process.exit())
