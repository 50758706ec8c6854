import { deriveKey, type Kdf } from '../../../src/main/vault/keys/key-derivation.ts'

// Derives keys and does nothing else; a null message only asks whether the process runs.
process.on('message', async (asked: { password: Uint8Array; kdf: Kdf } | null) => {
  process.send?.(asked === null ? null : await deriveKey(asked.password, asked.kdf))
})
process.on('disconnect', () => process.exit())
