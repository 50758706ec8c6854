import type { Address, Hex } from 'viem'
import { emptyBooks, type EscrowBooks, type SimEscrow } from './sim-escrow-books.ts'
import type { SimTransaction } from './sim-transaction.ts'

/** A token of a simulated chain. */
export interface SimToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
  /** Whether a non-zero allowance must be zeroed before it changes. */
  readonly zeroFirst: boolean
}

/** The immutable holdings of all accounts at one block; every change makes a new one. */
export interface SimState {
  /** The time of the block, in epoch milliseconds. */
  readonly minedAt: number
  readonly native: ReadonlyMap<string, bigint>
  readonly nonces: ReadonlyMap<string, number>
  /** Units by `token account`. */
  readonly balances: ReadonlyMap<string, bigint>
  /** Units by `token owner spender`. */
  readonly allowances: ReadonlyMap<string, bigint>
  readonly escrow: EscrowBooks
}

/** The state in which nobody owns anything. */
export const emptyState: SimState = {
  minedAt: 0,
  native: new Map(),
  nonces: new Map(),
  balances: new Map(),
  allowances: new Map(),
  escrow: emptyBooks,
}

export interface SimTransfer {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly units: bigint
}

/** A transaction's call to the contracts. */
export type SimCall = Pick<SimTransaction, 'from' | 'to' | 'data' | 'value' | 'gas'>

export interface SimApproval {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  readonly units: bigint
}

/** A log of a contract other than a token, as in a receipt. */
export interface SimLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The effects of a transaction besides changes of holdings. */
export interface Effects {
  readonly transfers: readonly SimTransfer[]
  readonly approvals: readonly SimApproval[]
  readonly logs: readonly SimLog[]
  /** The quote that a router payment names. */
  readonly quoteId: bigint | null
  /** The escrow's record that a payment made or that a withdrawal names. */
  readonly recordId: bigint | null
}

export const noEffects: Effects = { transfers: [], approvals: [], logs: [], quoteId: null, recordId: null }

/** The result of a successful call. */
export interface Done extends Effects {
  readonly state: SimState
}

export interface Executed extends Done {
  readonly succeeded: boolean
  readonly gasUsed: bigint
}

export interface SimContracts {
  readonly tokens: readonly SimToken[]
  readonly router: Address
  readonly treasury: Address
  /** Default: none. */
  readonly escrow?: SimEscrow
}

/** Returns the key of what belongs to these addresses or names in the maps of a state; it has nothing to do with signing. */
export const key = (...parts: readonly string[]): string => parts.join(' ').toLowerCase()

/** Moves units between two keys of a map. */
export function moved(
  balances: ReadonlyMap<string, bigint>,
  from: string,
  to: string,
  units: bigint,
): ReadonlyMap<string, bigint> {
  const after = new Map(balances)
  after.set(from, (after.get(from) ?? 0n) - units)
  after.set(to, (after.get(to) ?? 0n) + units)
  return after
}
