import type { Address } from 'viem'

/** Which code is behind the escrow: the older one gives a sum, the newer one what a record holds. */
export type Generation = '1' | '1.1'

/** How an escrow writes down what became of a payment. */
export const recordStatus = { failed: 0, success: 1, pending: 2, refunded: 3 } as const
export type RecordStatus = (typeof recordStatus)[keyof typeof recordStatus]

/** What a payment into an escrow says. */
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
  readonly status: RecordStatus
  /** What was decided about it, whatever its status says since. */
  readonly outcome: 'failed' | 'success' | null
}

/** What an escrow keeps; never changed, only replaced. */
export interface EscrowBooks {
  readonly generation: Generation
  readonly isPaused: boolean
  /** In the order of their ids, which begin with 1. */
  readonly records: readonly EscrowRecord[]
  /** Units by pot that nothing is decided about. */
  readonly deposits: ReadonlyMap<string, bigint>
  /** Units by pot that the payer may withdraw. */
  readonly refunds: ReadonlyMap<string, bigint>
}

export const emptyBooks: EscrowBooks = {
  ...{ generation: '1.1', isPaused: false, records: [], deposits: new Map(), refunds: new Map() },
}

/** An escrow's contracts, and what its operator set once. */
export interface SimEscrow {
  /** The only one that is called, and allowed to take coins. */
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
  /** The tokens that it takes, with what it charges for exchanging each. */
  readonly tokenFees: readonly { readonly token: Address; readonly bps: number }[]
}

/** Names what a payer has in a token with one service. */
export function potOf(token: Address, payer: Address, serviceId: bigint): string {
  return `${token} ${payer} ${serviceId}`.toLowerCase()
}

/** Returns what a record holds. */
export function totalOf({ tokenAmount, feeAmount }: EscrowRecord): bigint {
  return tokenAmount + feeAmount
}

/** Writes down a payment whose coins came. */
export function addDeposit(
  books: EscrowBooks,
  serviceId: bigint,
  request: EscrowRequest,
  feeAmount: bigint,
): { readonly books: EscrowBooks; readonly record: EscrowRecord } {
  const id = BigInt(books.records.length + 1)
  const record = { ...request, id, serviceId, feeAmount, status: recordStatus.pending, outcome: null }
  const pot = potOf(request.token, request.payer, serviceId)
  return {
    record,
    books: { ...books, records: [...books.records, record], deposits: added(books.deposits, pot, totalOf(record)) },
  }
}

/** Decides a record once; null where the contracts refuse that. */
export function decideRecord(books: EscrowBooks, id: bigint, outcome: 'failed' | 'success'): EscrowBooks | null {
  const record = findRecord(books, id)
  if (record?.status !== recordStatus.pending) return null
  const pot = potOf(record.token, record.payer, record.serviceId)
  const [total, deposited, waiting] = [totalOf(record), books.deposits.get(pot) ?? 0n, books.refunds.get(pot) ?? 0n]
  const decided = {
    ...changed(books, id, { status: recordStatus[outcome], outcome }),
    deposits: added(books.deposits, pot, -total),
  }
  if (outcome === 'success') return decided
  // The older code wants what waits already and the new refund to fit into what is still deposited.
  if (books.generation === '1' && waiting + total > deposited) return null
  return { ...decided, refunds: added(books.refunds, pot, total) }
}

/** Takes all that waits in a pot, as the older code does; null where nothing does. */
export function takeSum(
  books: EscrowBooks,
  pot: string,
): { readonly books: EscrowBooks; readonly units: bigint } | null {
  const units = books.refunds.get(pot) ?? 0n
  if (units === 0n) return null
  return { units, books: { ...books, refunds: added(books.refunds, pot, -units) } }
}

/** Takes what a record holds, as the newer code does: whatever its status says, while enough waits for its payer. */
export function takeRecord(
  books: EscrowBooks,
  { serviceId, id, payer }: { readonly serviceId: bigint; readonly id: bigint; readonly payer: Address },
): { readonly books: EscrowBooks; readonly record: EscrowRecord } | null {
  const record = findRecord(books, id)
  if (record?.payer.toLowerCase() !== payer.toLowerCase()) return null
  const pot = potOf(record.token, payer, serviceId)
  const waiting = books.refunds.get(pot) ?? 0n
  if (waiting === 0n || totalOf(record) > waiting) return null
  const left = { ...books, refunds: added(books.refunds, pot, -totalOf(record)) }
  return { record, books: changed(left, id, { status: recordStatus.refunded }) }
}

export function findRecord({ records }: EscrowBooks, id: bigint): EscrowRecord | null {
  return records.find((one) => one.id === id) ?? null
}

function changed(books: EscrowBooks, id: bigint, change: Partial<EscrowRecord>): EscrowBooks {
  return { ...books, records: books.records.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}

function added(units: ReadonlyMap<string, bigint>, pot: string, more: bigint): ReadonlyMap<string, bigint> {
  return new Map(units).set(pot, (units.get(pot) ?? 0n) + more)
}
