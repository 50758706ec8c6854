import type { Address, Hash, Hex } from 'viem'
import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** One account of a profile on one chain. */
export interface AccountPlace {
  readonly profileId: string
  readonly chainInstance: string
  readonly address: Address
}

/** The state at which an account was last reconciled. */
export interface Reconciled {
  /** Every nonce below it is reconciled. */
  readonly below: number
  /** Epoch milliseconds. */
  readonly at: number
  /** The last block searched for payments made elsewhere; null if an earlier version did not store it. */
  readonly block: bigint | null
}

const reconciledRow = z.object({ below: z.int(), at: z.int(), block: z.int().nullable() })

/** Returns the state at which an account was last reconciled; null if it never was. */
export function readReconciled(db: ReadableDb, place: AccountPlace): Reconciled | null {
  const row = db
    .prepare(
      'SELECT below, at, block FROM reconciled_accounts WHERE profile_id = ? AND chain_instance = ? AND address = ?',
    )
    .get(place.profileId, place.chainInstance, place.address)
  if (row === undefined) return null
  const { below, at, block } = reconciledRow.parse(row)
  return { below, at, block: block === null ? null : BigInt(block) }
}

/** Stores the state up to which an account is reconciled. */
export function writeReconciled(
  db: WritableDb,
  { profileId, chainInstance, address }: AccountPlace,
  { below, at, block }: Reconciled,
): void {
  db.prepare(
    `INSERT INTO reconciled_accounts (profile_id, chain_instance, address, below, at, block)
     VALUES (:profileId, :chainInstance, :address, :below, :at, :block)
     ON CONFLICT DO UPDATE SET below = excluded.below, at = excluded.at, block = excluded.block`,
  ).run({ profileId, chainInstance, address, below, at, block: block === null ? null : Number(block) })
}

const nonceRows = z.array(z.object({ nonce: z.int() }))

/** Returns the nonces from `least` on that our own transactions used or will use. */
export function readOwnNonces(db: ReadableDb, { chainInstance, address }: AccountPlace, least: number): Set<number> {
  const rows = db
    .prepare(
      `SELECT nonce FROM steps
       WHERE chain_instance = ? AND from_address = ? AND nonce >= ? AND state <> 'superseded'`,
    )
    .all(chainInstance, address, least)
  return new Set(nonceRows.parse(rows).map(({ nonce }) => nonce))
}

/** A purchase's payment as the account signed it. */
export interface SignedPayment {
  readonly place: AccountPlace
  readonly hash: Hash
  readonly raw: Hex
  /** Null for the native coin. */
  readonly token: Address | null
  readonly units: bigint
  /** Epoch milliseconds. */
  readonly signedAt: number
}

const signedText = <T extends string>(): z.ZodType<T> => z.string() as unknown as z.ZodType<T>
const signedRow = z.object({
  profile_id: z.string(),
  chain_instance: z.string(),
  from_address: signedText<Address>(),
  hash: signedText<Hash>(),
  raw: signedText<Hex>(),
  token: signedText<Address>().nullable(),
  spends_units: z.string().transform(BigInt),
  signed_at: z.int(),
})

/** Returns what a purchase paid or may still pay, without its record; null if it never will. */
export function readSignedPayment(db: ReadableDb, id: string): SignedPayment | null {
  const found = db
    .prepare(
      `SELECT p.profile_id, s.chain_instance, s.from_address, coalesce(s.mined_hash, t.hash) AS hash, t.raw, t.token,
         t.spends_units, t.signed_at
       FROM purchases p JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'
       JOIN signed_transactions t ON t.intent_id = p.id AND t.position = s.position AND t.purpose = 'original'
       WHERE p.id = ? AND s.state NOT IN ('reverted', 'cancelled', 'superseded')`,
    )
    .get(id)
  if (found === undefined) return null
  const { hash, raw, token, spends_units: units, signed_at: signedAt, ...account } = signedRow.parse(found)
  const { profile_id: profileId, chain_instance: chainInstance, from_address: address } = account
  return { place: { profileId, chainInstance, address }, hash, raw, token, units, signedAt }
}

/** Returns the used nonces from `below` on that this ledger did not use, in descending order; `nonce` is the first unused one. */
export function readForeignNonces(db: ReadableDb, place: AccountPlace, below: number, nonce: number): number[] {
  const own = readOwnNonces(db, place, below)
  const foreign: number[] = []
  for (let one = nonce - 1; one >= below; one--) if (!own.has(one)) foreign.push(one)
  return foreign
}

const hashRows = z.array(z.object({ hash: z.string() }))

/** Returns a check for our own steps' transactions: signed here, or by another program that sped ours up. */
export function readOwnHashes(db: ReadableDb, { chainInstance, address }: AccountPlace): (hash: Hash) => boolean {
  const signed = db.prepare('SELECT 1 FROM signed_transactions WHERE hash = ?')
  const rows = db
    .prepare(
      'SELECT mined_hash AS hash FROM steps WHERE chain_instance = ? AND from_address = ? AND mined_hash IS NOT NULL',
    )
    .all(chainInstance, address)
  const mined = new Set(hashRows.parse(rows).map(({ hash }) => hash))
  return (hash) => mined.has(hash.toLowerCase()) || signed.get(hash.toLowerCase()) !== undefined
}
