import { z } from 'zod'
import { attentionReasons, newPurchase, type PurchaseState } from '../../shared/purchases/state.ts'
import type { MoneyView } from '../../shared/scalars.ts'
import { regionNamesOf } from '../../shared/search/region-names.ts'
import type { ReadableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'
import { joinShownTotal, SHOWN_TOTAL, shownTotalColumns, toShownTotal } from './shown-total-repository.ts'

const stateColumns = {
  id: z.string(),
  payment: z.enum(['signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded']),
  registration: z.enum(['none', 'prepared', 'registered', 'rejected']),
  service_status: z.string().nullable(),
  refund: z.enum(['none', 'seen', 'waived']),
  attention: z.enum(attentionReasons).nullable(),
}
const stateRow = z.object(stateColumns)
const wordsRow = z.object({
  ...stateColumns,
  created_at: z.int(),
  terms: z.string().nullable(),
  clerk: z.string().nullable(),
  hashes: z.string(),
  transaction_id: z.string(),
  delivery: z.instanceof(Uint8Array),
  ...shownTotalColumns,
})

/** The state that a list is filtered by, without the whole purchase. */
export interface Listed {
  readonly id: string
  readonly state: PurchaseState
}

/** A purchase with the texts that a search reads. */
export interface Searched extends Listed {
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Product, country, SKU, network and token, with the names of the country, in lower case. */
  readonly text: string
  readonly productType: string
  readonly fiatCurrency: string
  readonly fiatAmount: string
  /** What was paid in coins. */
  readonly totalAmount: string
  /** About what it cost in the person's money, as it was shown; null if not kept. */
  readonly inMoney: MoneyView | null
  /** The data of a plan; null if it has none, or no limit. */
  readonly gigabytes: number | null
  /** In lower case. */
  readonly tokenSymbol: string
  /** The name of the clerk who sold it over the counter, '' for the manager; null if it was bought at home. */
  readonly clerk: string | null
  /** The hashes of its transactions. */
  readonly hashes: string
  /** The service's own id for it, in lower case; '' if unknown. */
  readonly transactionId: string
  readonly sealedDelivery: Uint8Array
}

const SELECT_STATE = 'SELECT p.id, s.state AS payment, p.registration, p.service_status, p.refund, p.attention'
const FROM_PURCHASES = "FROM purchases p JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'"
const NEWEST_FIRST = 'ORDER BY p.created_at DESC, p.id'

const stateRows = z.array(stateRow)

/** Lists every purchase's state, newest first. */
export function listStates(db: ReadableDb): Listed[] {
  return stateRows.parse(db.prepare(`${SELECT_STATE} ${FROM_PURCHASES} ${NEWEST_FIRST}`).all()).map(listed)
}

/** Lists the states of unsettled purchases. */
export function listOpenStates(db: ReadableDb): Listed[] {
  return stateRows.parse(db.prepare(`${SELECT_STATE} ${FROM_PURCHASES} WHERE p.ended = 0`).all()).map(listed)
}

const wordsRows = z.array(wordsRow)

const currentRows = z.array(z.object({ id: z.string(), bought_at: z.int() }))

/**
 * Lists the ids of a product's purchases that are unsettled or were bought since `since`, newest first, with when each was bought (epoch ms):
 * what another wallet paid may be found later, and counts as bought only then.
 */
export function listCurrentOf(
  db: ReadableDb,
  sku: string,
  since: number,
): { readonly id: string; readonly boughtAt: number }[] {
  const sql = `SELECT p.id, max(p.created_at, coalesce(x.ended_at, p.created_at)) AS bought_at
    FROM purchases p LEFT JOIN external_payments x ON x.id = p.id AND x.ended = 'paid'
    WHERE (p.ended = 0 OR p.created_at >= :since OR x.ended_at >= :since) AND ${jsonField('p.terms', '$.product.sku')} = :sku
    ORDER BY bought_at DESC, p.id`
  return currentRows.parse(db.prepare(sql).all({ sku, since })).map((one) => ({ id: one.id, boughtAt: one.bought_at }))
}

const ownRows = z.array(
  z.object({
    ...stateColumns,
    created_at: z.int(),
    sku: z.string(),
    duration_days: z.unknown(),
    delivery: z.instanceof(Uint8Array),
  }),
)

/** A purchase that was not sold over the counter. */
export interface OwnPurchase extends Pick<Listed, 'id' | 'state'> {
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly sku: string
  /** For how many days its product can be used, as the service said. */
  readonly durationDays: unknown
  readonly sealedDelivery: Uint8Array
}

/** Lists the purchases of products that were not sold over the counter, in the order in which they were made, whatever the clock said. */
export function listOwnOf(db: ReadableDb, skus: readonly string[]): OwnPurchase[] {
  const sku = jsonField('p.terms', '$.product.sku')
  const sql = `${SELECT_STATE}, p.created_at, p.delivery, ${sku} AS sku,
                 ${jsonField('p.terms', '$.product.facts.durationDays')} AS duration_days ${FROM_PURCHASES}
               WHERE ${sku} IN (SELECT value FROM json_each(?))
                 AND NOT EXISTS (SELECT 1 FROM sales WHERE purchase_id = p.id)
               ORDER BY p.rowid`
  return ownRows.parse(db.prepare(sql).all(JSON.stringify(skus))).map((row) => ({
    ...listed(row),
    createdAt: row.created_at,
    sku: row.sku,
    durationDays: row.duration_days,
    sealedDelivery: row.delivery,
  }))
}

/** Reads the texts of as many purchases, newest first, after one of them. */
export function readSearched(
  db: ReadableDb,
  after: Pick<Searched, 'id' | 'createdAt'> | null,
  limit: number,
): Searched[] {
  const rows = db
    .prepare(
      `${SELECT_STATE}, p.created_at, p.delivery, ${jsonField('p.terms', ...searchedTerms)} AS terms,
         (SELECT coalesce(c.name, '') FROM sales LEFT JOIN clerks c ON c.id = sales.clerk_id WHERE sales.purchase_id = p.id) AS clerk,
         (SELECT coalesce(group_concat(hash, ' '), '') FROM signed_transactions WHERE intent_id = p.id) AS hashes,
         coalesce(${jsonField('p.spend', '$.transactionId')}, '') AS transaction_id, ${SHOWN_TOTAL}
       ${FROM_PURCHASES} ${joinShownTotal('p.id')}
       WHERE p.created_at <= :at AND (p.created_at < :at OR p.id > :id) ${NEWEST_FIRST} LIMIT :limit`,
    )
    .all({ at: after?.createdAt ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? '', limit })
  return wordsRows.parse(rows).map((row) => ({
    ...listed(row),
    ...readTerms(row.terms),
    createdAt: row.created_at,
    clerk: row.clerk,
    hashes: row.hashes.toLowerCase(),
    transactionId: row.transaction_id.toLowerCase(),
    inMoney: toShownTotal(row),
    sealedDelivery: row.delivery,
  }))
}

/** The terms that a search reads, all at once: each reading of JSON costs as much as the rest of a row. */
const searchedTerms = [
  '$.product.brandName',
  '$.product.country',
  '$.product.sku',
  '$.network.name',
  '$.token.symbol',
  '$.product.productType',
  '$.quote.fiatCurrency',
  '$.quote.fiatAmount',
  '$.quote.totalAmount',
  '$.product.facts.data.gigabytes',
]
const termTexts = z.array(z.string().nullable())

function readTerms(
  json: string | null,
): Pick<
  Searched,
  'text' | 'productType' | 'fiatCurrency' | 'fiatAmount' | 'totalAmount' | 'tokenSymbol' | 'gigabytes'
> {
  const texts = json === null ? [] : termTexts.parse(JSON.parse(json))
  const [brand, country, sku, network, symbol, type, currency, amount, total, gigabytes] = texts.map(
    (text) => text ?? '',
  )
  return {
    text: [brand, country, sku, network, symbol, ...regionNamesOf(country ?? '')].join(' ').toLowerCase(),
    productType: type ?? '',
    fiatCurrency: currency ?? '',
    fiatAmount: amount ?? '',
    totalAmount: total ?? '',
    tokenSymbol: symbol?.toLowerCase() ?? '',
    gigabytes: gigabytes ? Number(gigabytes) : null,
  }
}

function listed(row: z.output<typeof stateRow>): Listed {
  const { id, payment, registration, service_status, refund, attention } = row
  return {
    id,
    state: { ...newPurchase, payment, registration, serviceStatus: service_status, refund, attention },
  }
}

const rows = z.array(z.object({ name: z.string(), times: z.int() }))

/** Returns how often each SKU or brand (by slug) was bought with a profile's service, whatever the outcome. */
export function readBought(db: ReadableDb, profileId: string, by: 'sku' | 'brandSlug'): Record<string, number> {
  const sql = `SELECT terms ->> '$.product.${by}' AS name, count(*) AS times FROM purchases WHERE profile_id = ? GROUP BY name`
  return Object.fromEntries(rows.parse(db.prepare(sql).all(profileId)).map(({ name, times }) => [name, times]))
}
