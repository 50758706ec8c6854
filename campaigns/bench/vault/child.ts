import { deriveKey, type Kdf } from '../../../src/main/vault/keys/key-derivation.ts'

// Derives keys and does nothing else; a null message only asks whether the process runs.
process.on('message', async (input: { password: Uint8Array; kdf: Kdf } | null) => {
  process.send?.(input === null ? null : await deriveKey(input.password, input.kdf))
})
process.on('disconnect', () => process.exit())
