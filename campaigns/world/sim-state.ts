import { decodeFunctionData, parseAbi, type Address } from 'viem'
import type { SimTransaction } from './sim-transaction.ts'

/** A token of a simulated chain. */
export interface SimToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
  /** Whether a non-zero allowance must be set to zero before it is changed. */
  readonly zeroFirst: boolean
}

/** Everything accounts own at one block; never changed, only replaced. */
export interface SimState {
  readonly native: ReadonlyMap<string, bigint>
  readonly nonces: ReadonlyMap<string, number>
  /** Units by `token account`. */
  readonly balances: ReadonlyMap<string, bigint>
  /** Units by `token owner spender`. */
  readonly allowances: ReadonlyMap<string, bigint>
}

export interface SimTransfer {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly units: bigint
}

/** What a transaction asks of the contracts. */
export type SimCall = Pick<SimTransaction, 'from' | 'to' | 'data' | 'value' | 'gas'>

export interface SimApproval {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  readonly units: bigint
}

export interface Executed {
  readonly succeeded: boolean
  readonly gasUsed: bigint
  readonly transfers: readonly SimTransfer[]
  readonly approvals: readonly SimApproval[]
  /** The quote a router payment names. */
  readonly quoteId: bigint | null
  readonly state: SimState
}

export interface SimContracts {
  readonly tokens: readonly SimToken[]
  readonly router: Address
  readonly treasury: Address
}

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function pay(address token, uint256 amount, uint256 quoteId)',
])
const PLAIN_GAS = 21_000n
const CALL_GAS = 60_000n

export const key = (...parts: readonly string[]): string => parts.join(' ').toLowerCase()

/** Runs one call on a state, as the chain's contracts would; a failed call changes nothing. */
export function execute(contracts: SimContracts, state: SimState, call: SimCall): Executed {
  const plain = call.data === '0x'
  const failed: Executed = {
    succeeded: false,
    gasUsed: plain ? PLAIN_GAS : CALL_GAS,
    transfers: [],
    approvals: [],
    quoteId: null,
    state,
  }
  if (call.gas < failed.gasUsed || (state.native.get(key(call.from)) ?? 0n) < call.value) return failed
  const paid = { ...state, native: moved(state.native, key(call.from), key(call.to), call.value) }
  if (plain) return { ...failed, succeeded: true, state: paid }
  const done = runCall(contracts, paid, call)
  return done === null ? failed : { ...failed, ...done, succeeded: true }
}

type Done = Pick<Executed, 'transfers' | 'approvals' | 'quoteId' | 'state'>

function runCall(contracts: SimContracts, state: SimState, call: SimCall): Done | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: call.data })
    const token = contracts.tokens.find(({ address }) => key(address) === key(call.to))
    if (functionName === 'transfer' && token) return transfer(state, token.address, call.from, args[0], args[1], null)
    if (functionName === 'approve' && token) return approve(state, token, call.from, args[0], args[1])
    if (functionName === 'pay' && key(call.to) === key(contracts.router)) return pay(contracts, state, call.from, args)
    return null
  } catch {
    return null
  }
}

function transfer(
  state: SimState,
  token: Address,
  from: Address,
  to: Address,
  units: bigint,
  quoteId: bigint | null,
): Done | null {
  if ((state.balances.get(key(token, from)) ?? 0n) < units) return null
  const balances = moved(state.balances, key(token, from), key(token, to), units)
  return { state: { ...state, balances }, transfers: [{ token, from, to, units }], approvals: [], quoteId }
}

function approve(state: SimState, token: SimToken, owner: Address, spender: Address, units: bigint): Done | null {
  const place = key(token.address, owner, spender)
  if (token.zeroFirst && units > 0n && (state.allowances.get(place) ?? 0n) > 0n) return null
  const allowances = new Map(state.allowances).set(place, units)
  const approvals = [{ token: token.address, owner, spender, units }]
  return { state: { ...state, allowances }, transfers: [], approvals, quoteId: null }
}

function pay(
  { router, treasury }: SimContracts,
  state: SimState,
  from: Address,
  [token, units, quoteId]: readonly [Address, bigint, bigint],
): Done | null {
  const place = key(token, from, router)
  const allowed = state.allowances.get(place) ?? 0n
  if (allowed < units) return null
  const allowances = new Map(state.allowances).set(place, allowed - units)
  return transfer({ ...state, allowances }, token, from, treasury, units, quoteId)
}

/** Moves units between two places of a map. */
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
