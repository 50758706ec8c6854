import { createCipheriv, createDecipheriv, pbkdf2, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { scrypt } from 'hash-wasm'
import type { Address } from 'viem'
import { isAddressEqual, keccak256 } from 'viem/utils'
import { z } from 'zod'
import { AppError, type ErrorReason } from '../../../shared/errors.ts'
import { addressOf } from './keyring.ts'

// The maximum cost of a file on this machine: 512 MiB and about ten seconds.
const MAX_SCRYPT_BYTES = 512 * 1024 * 1024
const MAX_SCRYPT_WORK = 2 ** 23
const MAX_PASSES = 10_000_000

const hex = z.string().regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/)
const power = z
  .int()
  .min(2)
  .refine((n) => Number.isInteger(Math.log2(n)))
const salt = hex.refine((text) => text.length > 0)
const scryptParams = z.object({ n: power, r: z.int().min(1), p: z.int().min(1), dklen: z.literal(32), salt })
const pbkdf2Params = z.object({
  c: z.int().min(1).max(MAX_PASSES),
  prf: z.literal('hmac-sha256'),
  dklen: z.literal(32),
  salt,
})
const sealed = {
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: hex.refine((text) => bytesOf(text).length === 16) }),
  ciphertext: hex.refine((text) => bytesOf(text).length === 32),
  mac: hex.refine((text) => bytesOf(text).length === 32),
}
const cryptoSchema = z.discriminatedUnion('kdf', [
  z.object({ ...sealed, kdf: z.literal('scrypt'), kdfparams: scryptParams }),
  z.object({ ...sealed, kdf: z.literal('pbkdf2'), kdfparams: pbkdf2Params }),
])
const keystoreSchema = z.object({ version: z.literal(3), address: z.string().optional(), crypto: cryptoSchema })
type Derivation =
  | { readonly kdf: 'scrypt'; readonly kdfparams: z.output<typeof scryptParams> }
  | { readonly kdf: 'pbkdf2'; readonly kdfparams: z.output<typeof pbkdf2Params> }

/** Parses a private key in hex with or without 0x; throws AppError `bad-key` if it is invalid. */
export function parsePrivateKey(text: string): Uint8Array {
  const trimmed = text.trim()
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(trimmed)) throw new AppError('bad-key', 'This is not a private key')
  const key = bytesOf(trimmed)
  addressOf(key)
  return key
}

/**
 * Returns the private key in a keystore file (Web3 Secret Storage, version 3: scrypt or PBKDF2) under a password in UTF-8. Throws AppError
 * `bad-keystore` with the reason `malformed`, `too-costly` if its parameters demand too much, `wrong-password` or `wrong-address`.
 */
export async function openKeystore(json: string, password: Uint8Array): Promise<Uint8Array> {
  const { crypto, address } = readKeystore(json)
  const derived = await deriveKey(crypto, password)
  const ciphertext = bytesOf(crypto.ciphertext)
  if (!timingSafeEqual(macOf(derived, ciphertext), bytesOf(crypto.mac))) throw refused('wrong-password')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytesOf(crypto.cipherparams.iv))
  const key = Uint8Array.from(decipher.update(ciphertext))
  derived.fill(0)
  const owner = addressOf(key)
  const named = address === undefined || address === '' ? owner : `0x${address.replace(/^0x/, '')}`
  if (!/^0x[0-9a-fA-F]{40}$/.test(named) || !isAddressEqual(named as Address, owner)) throw refused('wrong-address')
  return key
}

/** Returns a keystore file for a private key: scrypt with n = 2^18, r = 8, p = 1. */
export async function writeKeystore(key: Uint8Array, password: Uint8Array): Promise<string> {
  const kdfparams = { n: 2 ** 18, r: 8, p: 1, dklen: 32 as const, salt: randomBytes(32).toString('hex') }
  const iv = randomBytes(16)
  const derived = await deriveKey({ kdf: 'scrypt', kdfparams }, password)
  const ciphertext = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(key)
  const crypto = {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: iv.toString('hex') },
    ciphertext: ciphertext.toString('hex'),
    kdf: 'scrypt',
    kdfparams,
    mac: Buffer.from(macOf(derived, ciphertext)).toString('hex'),
  }
  derived.fill(0)
  const address = addressOf(key).slice(2).toLowerCase()
  return JSON.stringify({ version: 3, id: randomUUID(), address, crypto }, null, 2)
}

/** Older tools write `Crypto`. */
const olderSchema = z.object({ Crypto: z.unknown() })

function readKeystore(json: string): z.output<typeof keystoreSchema> {
  try {
    const parsed: unknown = JSON.parse(json)
    const old = olderSchema.safeParse(parsed)
    return keystoreSchema.parse(
      old.success && typeof parsed === 'object' ? { ...parsed, crypto: old.data.Crypto } : parsed,
    )
  } catch (cause) {
    throw refused('malformed', cause)
  }
}

async function deriveKey({ kdf, kdfparams }: Derivation, password: Uint8Array): Promise<Uint8Array> {
  const salt = bytesOf(kdfparams.salt)
  if (kdf === 'pbkdf2') return promisify(pbkdf2)(password, salt, kdfparams.c, kdfparams.dklen, 'sha256')
  const { n, r, p } = kdfparams
  if (128 * n * r > MAX_SCRYPT_BYTES || n * r * p > MAX_SCRYPT_WORK) throw refused('too-costly')
  const cost = { costFactor: n, blockSize: r, parallelism: p, hashLength: kdfparams.dklen }
  return scrypt({ password, salt, ...cost, outputType: 'binary' })
}

const macOf = (derived: Uint8Array, ciphertext: Uint8Array): Uint8Array =>
  keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), 'bytes')

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex'))

function refused(reason: ErrorReason<'bad-keystore'>, cause?: unknown): AppError {
  return new AppError('bad-keystore', 'The keystore file does not open', { details: { reason }, cause })
}
