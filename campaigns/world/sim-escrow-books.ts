import type { Address } from 'viem'

/** The code behind the escrow: the older one pays out a sum, the newer one a single record. */
export type Generation = '1' | '1.1'

/** The values of an escrow's payment status. */
export const recordStatus = { failed: 0, success: 1, pending: 2, refunded: 3 } as const
export type RecordStatus = (typeof recordStatus)[keyof typeof recordStatus]

/** The request of a payment into an escrow. */
export interface EscrowRequest {
  readonly payer: Address
  readonly fiatAmount: bigint
  readonly serviceRef: string
  readonly token: Address
  readonly tokenAmount: bigint
}

export interface EscrowRecord extends EscrowRequest {
  readonly id: bigint
  readonly serviceId: bigint
  readonly feeAmount: bigint
  /** Epoch seconds. */
  readonly entryTime: bigint
  readonly status: RecordStatus
  /** The decision about it, whatever its status has become since. */
  readonly outcome: 'failed' | 'success' | null
}

/** The immutable state of an escrow; every change makes a new one. */
export interface EscrowBooks {
  readonly generation: Generation
  readonly isPaused: boolean
  /** In order of their ids, which start at 1. */
  readonly records: readonly EscrowRecord[]
  /** Undecided units by balance key. */
  readonly deposits: ReadonlyMap<string, bigint>
  /** Units by balance key that the payer may withdraw. */
  readonly refunds: ReadonlyMap<string, bigint>
}

export const emptyBooks: EscrowBooks = {
  generation: '1.1',
  isPaused: false,
  records: [],
  deposits: new Map(),
  refunds: new Map(),
}

/** An escrow's contracts and its operator's settings. */
export interface SimEscrow {
  /** The only contract that users call and that may take coins. */
  readonly router: Address
  readonly vault: Address
  readonly registry: Address
  readonly tokenRegistry: Address
  readonly services: readonly {
    readonly id: bigint
    readonly feeBps: number
    readonly fulfiller: Address
    readonly references: readonly string[]
  }[]
  /** The accepted tokens, each with its exchange fee. */
  readonly tokenFees: readonly { readonly token: Address; readonly bps: number }[]
}

/** Returns the key of a payer's balance in a token with one service. */
export function balanceKey(token: Address, payer: Address, serviceId: bigint): string {
  return `${token} ${payer} ${serviceId}`.toLowerCase()
}

/** Returns the total units of a record. */
export function totalOf({ tokenAmount, feeAmount }: EscrowRecord): bigint {
  return tokenAmount + feeAmount
}

/** Records a payment whose coins have arrived, in a block of `minedAt` (epoch milliseconds). */
export function addDeposit(
  books: EscrowBooks,
  serviceId: bigint,
  request: EscrowRequest,
  feeAmount: bigint,
  minedAt: number,
): { readonly books: EscrowBooks; readonly record: EscrowRecord } {
  const id = BigInt(books.records.length + 1)
  const entryTime = BigInt(Math.floor(minedAt / 1_000))
  const record = { ...request, id, serviceId, feeAmount, entryTime, status: recordStatus.pending, outcome: null }
  const key = balanceKey(request.token, request.payer, serviceId)
  return {
    record,
    books: { ...books, records: [...books.records, record], deposits: added(books.deposits, key, totalOf(record)) },
  }
}

/** Decides a record once; null if the contracts refuse that. */
export function decideRecord(books: EscrowBooks, id: bigint, outcome: 'failed' | 'success'): EscrowBooks | null {
  const record = findRecord(books, id)
  if (record?.status !== recordStatus.pending) return null
  const key = balanceKey(record.token, record.payer, record.serviceId)
  const [total, deposited, waiting] = [totalOf(record), books.deposits.get(key) ?? 0n, books.refunds.get(key) ?? 0n]
  const decided = {
    ...changed(books, id, { status: recordStatus[outcome], outcome }),
    deposits: added(books.deposits, key, -total),
  }
  if (outcome === 'success') return decided
  // The older code requires that the open refunds and the new one fit into the remaining deposits.
  if (books.generation === '1' && waiting + total > deposited) return null
  return { ...decided, refunds: added(books.refunds, key, total) }
}

/** Pays out all refunds of a balance, as the older code does; null if there are none. */
export function removeSum(
  books: EscrowBooks,
  key: string,
): { readonly books: EscrowBooks; readonly units: bigint } | null {
  const units = books.refunds.get(key) ?? 0n
  if (units === 0n) return null
  return { units, books: { ...books, refunds: added(books.refunds, key, -units) } }
}

/** Pays out a record as the newer code does: regardless of its status, as long as enough refunds wait for its payer. */
export function removeRecord(
  books: EscrowBooks,
  { serviceId, id, payer }: { readonly serviceId: bigint; readonly id: bigint; readonly payer: Address },
): { readonly books: EscrowBooks; readonly record: EscrowRecord } | null {
  const record = findRecord(books, id)
  if (record?.payer.toLowerCase() !== payer.toLowerCase()) return null
  const key = balanceKey(record.token, payer, serviceId)
  const waiting = books.refunds.get(key) ?? 0n
  if (waiting === 0n || totalOf(record) > waiting) return null
  const left = { ...books, refunds: added(books.refunds, key, -totalOf(record)) }
  return { record, books: changed(left, id, { status: recordStatus.refunded }) }
}

export function findRecord({ records }: EscrowBooks, id: bigint): EscrowRecord | null {
  return records.find((one) => one.id === id) ?? null
}

function changed(books: EscrowBooks, id: bigint, change: Partial<EscrowRecord>): EscrowBooks {
  return { ...books, records: books.records.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}

function added(units: ReadonlyMap<string, bigint>, key: string, more: bigint): ReadonlyMap<string, bigint> {
  return new Map(units).set(key, (units.get(key) ?? 0n) + more)
}
