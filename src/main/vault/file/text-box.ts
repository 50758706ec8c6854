import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { deriveKey, drawKdf, isAffordable, kdfSchema, type KeyCost } from '../keys/key-derivation.ts'
import { boxSchema, openBox, sealBox } from './box.ts'

const KIND = 'till text 1'
const textBoxSchema = z.strictObject({ kind: z.literal(KIND), kdf: kdfSchema, box: boxSchema })

/** Returns whether a file's text is an encrypted one that this machine can open. */
export function isTextBox(text: string): boolean {
  return read(text) !== null
}

/** Returns a file with `plain` encrypted under a password, like a vault: Argon2id, then AES-256-GCM. */
export async function sealText(plain: Uint8Array, password: Uint8Array, cost: KeyCost): Promise<string> {
  const kdf = drawKdf(cost)
  const key = await deriveKey(password, kdf)
  try {
    return JSON.stringify({ kind: KIND, kdf, box: sealBox(key, plain, [KIND]) })
  } finally {
    key.fill(0)
  }
}

/** Opens such a file. Throws AppError `wrong-password`, also if it was changed, or `vault-damaged` if it is none. */
export async function openText(text: string, password: Uint8Array): Promise<Uint8Array> {
  const file = read(text)
  if (file === null) throw new AppError('vault-damaged', 'The file cannot be opened')
  const key = await deriveKey(password, file.kdf)
  try {
    return openBox(key, file.box, [KIND])
  } catch (error) {
    throw new AppError('wrong-password', 'The password does not open this file', { cause: error })
  } finally {
    key.fill(0)
  }
}

function read(text: string): z.output<typeof textBoxSchema> | null {
  if (!text.startsWith('{')) return null
  try {
    const file = textBoxSchema.parse(JSON.parse(text))
    return isAffordable(file.kdf) ? file : null
  } catch {
    return null
  }
}
