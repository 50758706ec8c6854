import { deriveKey, type Kdf } from '../../../src/main/vault/keys/key-derivation.ts'

type Input = { password: Uint8Array; kdf: Kdf } | null

async function answer(input: Input): Promise<void> {
  process.send?.(input === null ? null : await deriveKey(input.password, input.kdf))
}

// Derives keys and does nothing else; a null message only asks whether the process runs.
process.on('message', (input: Input) => void answer(input))
process.on('disconnect', () => process.exit())
