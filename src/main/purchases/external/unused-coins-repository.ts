import { z } from 'zod'
import { address, hash, units } from '../../../shared/scalars.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { jsonField } from '../../db/json-field.ts'
import { nullIfDamaged } from '../../db/null-if-damaged.ts'
import { listDenials } from './denied-returns-repository.ts'
import type { Finding } from './external-payment.ts'
import { pairReturns, type Return } from './pair-returns.ts'

const isOwn = (arrival: string, payment: string): string =>
  `(${arrival}.from_address = ${payment}.from_address COLLATE NOCASE)`

/** Of several payments, an arrival is at the one whose account sent it, then at one that asks about it, then at the one asked for last. */
const FIRST = `SELECT payment_id, hash, ordinal FROM (SELECT b.payment_id, b.hash, b.ordinal, row_number() OVER (
    PARTITION BY b.hash, b.ordinal ORDER BY ${isOwn('b', 'q')} DESC, b.answered_at IS NULL DESC, q.asked_at DESC, q.id) AS place
  FROM external_arrivals b JOIN external_payments q ON q.id = b.payment_id) WHERE place = 1`

/** Of several arrivals by the transaction of a purchase, one pays it: that of the amount that it stored. */
const PAYS = `(SELECT b.ordinal FROM external_arrivals b WHERE b.hash = a.hash
  ORDER BY (b.units = s.spends_units AND b.token IS s.token COLLATE NOCASE) DESC, b.answered_at IS NULL, b.ordinal LIMIT 1)`

/** Of several arrivals by a transaction that the service lists as a purchase, one is that purchase's: that of the amount that it lists. */
const BOUGHT = `(SELECT b.ordinal FROM external_arrivals b WHERE b.hash = f.hash
  ORDER BY (b.symbol = f.token) DESC, abs(CAST(f.amount AS REAL) - CAST(b.units AS REAL) / pow(10, b.decimals)), b.ordinal LIMIT 1)`

/**
 * The SQL of what arrived for external payments and bought nothing, each coin once: without what a reorganization removed, what pays a
 * purchase here, also in bytes that this ledger lacks, and what the service lists as a purchase made elsewhere.
 */
export const UNUSED_COINS = `SELECT a.hash || ':' || a.ordinal AS id, a.arrived_at AS at, a.payment_id, a.hash, a.ordinal, a.token, a.symbol,
    a.decimals, a.units, a.block_number, a.answered_at, a.returned_at, x.chain_instance, x.from_address AS account, x.terms,
    ${isOwn('a', 'x')} AS is_own
  FROM external_arrivals a JOIN external_payments x ON x.id = a.payment_id
  WHERE (a.payment_id, a.hash, a.ordinal) IN (${FIRST}) AND a.gone_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM signed_transactions s WHERE s.hash = a.hash AND a.ordinal = ${PAYS})
    AND NOT EXISTS (SELECT 1 FROM steps m JOIN signed_transactions s USING (intent_id, position)
      WHERE m.mined_hash = a.hash AND s.purpose = 'original' AND a.ordinal = ${PAYS})
    AND NOT EXISTS (SELECT 1 FROM foreign_payments f
      WHERE f.hash = a.hash AND f.transaction_id IS NOT NULL AND a.ordinal = ${BOUGHT})`

/** Returns whether what arrived pays a purchase here. */
export function paysPurchase(db: ReadableDb, { hash, ordinal }: Pick<Finding, 'hash' | 'ordinal'>): boolean {
  const sql = `SELECT 1 FROM external_arrivals a JOIN signed_transactions s USING (hash)
    WHERE a.hash = ? AND a.ordinal = ? AND a.ordinal = ${PAYS}`
  return db.prepare(sql).get(hash, ordinal) !== undefined
}

/** The SQL condition for a row of `foreign_payments` that is among the unused coins. */
export const IS_UNUSED = `(foreign_payments.transaction_id IS NULL AND EXISTS (
  SELECT 1 FROM external_arrivals a JOIN external_payments x ON x.id = a.payment_id
  WHERE a.hash = foreign_payments.hash AND a.gone_at IS NULL AND ${isOwn('a', 'x')}))`

/** Returns the SQL of what coins and their return have in common; NULL is the native coin, whose return nobody sees. */
const likenessOf = (...parts: readonly string[]): string => `lower(concat_ws(' ', ${parts.join(', ')}))`

const term = (path: string): string => jsonField('u.terms', `$.${path}`)
const row = z.object({
  id: z.string(),
  at: z.int(),
  payment_id: z.string(),
  hash,
  ordinal: z.int(),
  symbol: z.string(),
  decimals: z.int(),
  units,
  account: address,
  is_own: z.int().transform((own) => own === 1),
  answered_at: z.int().nullable(),
  returned_at: z.int().nullable(),
  block: z.int(),
  likeness: z.string(),
  brand: z.string().nullable(),
  currency: z.string().nullable(),
  price: z.string().nullable(),
  network: z.string().nullable(),
})

/** What arrived for an external payment and bought nothing. */
export interface UnusedCoins extends Pick<
  z.output<typeof row>,
  'id' | 'at' | 'hash' | 'ordinal' | 'symbol' | 'decimals' | 'units' | 'account'
> {
  readonly paymentId: string
  /** What was to be bought, and its network; null if that is damaged. */
  readonly brandName: string | null
  readonly fiatCurrency: string | null
  readonly fiatAmount: string | null
  readonly networkName: string | null
  /** Whether the account that was asked to pay sent it. */
  readonly isOwn: boolean
  readonly isQuestion: boolean
  /** Whether it came back, as the chain shows or the user said. */
  readonly isBack: boolean
  /** The received transfer by which it came back; null if that is not known. */
  readonly returnedBy: Return | null
}

const COLUMNS = `u.*, u.block_number AS block, ${term('product.brandName')} AS brand, ${term('quote.fiatCurrency')} AS currency,
  ${term('quote.fiatAmount')} AS price, ${term('network.name')} AS network,
  ${likenessOf('u.chain_instance', 'u.account', 'u.token', 'u.units', term('payment.recipient'))} AS likeness`

/** Lists what arrived and bought nothing, oldest first, without damaged records. */
export function listUnusedCoins(db: ReadableDb): UnusedCoins[] {
  const found = db.prepare(`SELECT ${COLUMNS} FROM (${UNUSED_COINS}) u ORDER BY u.at, u.id`).all()
  const coins = found.map((one) => nullIfDamaged(() => row.parse(one))).filter((one) => one !== null)
  const returns = listReturns(db, coins)
  return coins.map((one) => ({
    id: one.id,
    at: one.at,
    paymentId: one.payment_id,
    hash: one.hash,
    ordinal: one.ordinal,
    symbol: one.symbol,
    decimals: one.decimals,
    units: one.units,
    account: one.account,
    brandName: one.brand,
    fiatCurrency: one.currency,
    fiatAmount: one.price,
    networkName: one.network,
    isOwn: one.is_own,
    isQuestion: one.answered_at === null,
    isBack: one.returned_at !== null || returns.has(one.id),
    returnedBy: returns.get(one.id) ?? null,
  }))
}

/** Returns what bought nothing by its id; null if there is none. */
export function readUnusedCoins(db: ReadableDb, id: string): UnusedCoins | null {
  return listUnusedCoins(db).find((one) => one.id === id) ?? null
}

const possibleReturns = z.array(
  z.object({
    likeness: z.string(),
    id: z.string(),
    hash,
    ordinal: z.int(),
    block: z.int(),
    at: z.int(),
  }),
)

/**
 * Returns by which transfers unused coins came back, by their ids: the same amount, from the address that they went to, later, final, no
 * purchase's refund, and not what the user denied.
 */
function listReturns(db: ReadableDb, unused: readonly z.output<typeof row>[]): ReadonlyMap<string, Return> {
  const own = unused.filter((one) => one.is_own)
  if (own.length === 0) return new Map()
  const coins = own.map((one) => ({ ...one, isSaid: one.returned_at !== null }))
  const sql = `SELECT ${likenessOf('r.chain_instance', 'r.to_address', 'r.token', 'r.units', 'r.sender')} AS likeness,
      r.id, r.hash, r.ordinal, r.block, r.happened_at AS at
    FROM received_transfers r JOIN received_searches s ON s.chain_instance = r.chain_instance AND s.address = r.to_address
      AND r.block < s.next_block
    WHERE likeness IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM counted_refunds c
      WHERE c.hash = r.hash AND (c.ordinal IS NULL OR c.ordinal = r.ordinal))`
  const received = possibleReturns.parse(db.prepare(sql).all(JSON.stringify(coins.map(({ likeness }) => likeness))))
  return pairReturns({ coins, received, denials: listDenials(db) })
}
