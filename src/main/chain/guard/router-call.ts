import {
  decodeFunctionData,
  encodeFunctionData,
  isAddress,
  isAddressEqual,
  toFunctionSelector,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem'
import { findOtherName, quoteIdsIn, type PurchaseNames } from '../read/compare-names.ts'
import {
  ESCROW_SELECTOR,
  readEscrowCall,
  type EscrowBounds,
  type EscrowPayer,
  type EscrowPayment,
} from './escrow-call.ts'
import { argumentsNamed, nameArguments, type NamedArgument } from './named-arguments.ts'
import { refuse, type Refused } from './refuse.ts'

/** The amount that a known router call takes, or why it is refused. */
export type RouterCall =
  | {
      readonly ok: true
      /** Null if the contract adds a fee that the call does not name. */
      readonly amount: bigint | null
      readonly quoteIds: readonly string[]
      readonly escrow: EscrowPayment | null
    }
  | Refused

/** The bounds a router's call must stay within. */
export interface RouterBounds {
  readonly names: PurchaseNames
  /** Null on a network without an escrow. */
  readonly escrow: EscrowBounds | null
}

/** Reads a call that one of `routerCalls` describes: its token must be the chosen one, and its named values must match the purchase. */
export function readRouterCall(
  data: Hex,
  paying: EscrowPayer,
  routerCalls: readonly AbiFunction[],
  { names, escrow: bounds }: RouterBounds,
): RouterCall {
  const token = paying.token.address
  const call = routerCalls.find((candidate) => toFunctionSelector(candidate) === data.slice(0, 10))
  if (!call) return refuse('unknown-call')
  if (data.startsWith(ESCROW_SELECTOR)) {
    // Decoded with its own ABI: a profile's may name the same types in another order.
    const read = bounds === null ? refuse('unknown-call') : readEscrowCall(data, paying, bounds, names)
    return read.ok ? { ...read, amount: null, quoteIds: [] } : read
  }
  const args = decodeExactly(call, data)
  if (args === null) return refuse('not-canonical')
  const other = findOtherName(args, names)
  if (other !== null) return refuse(other)
  const quoteIds = quoteIdsIn(args)
  const tokens = argumentsNamed(args, ['token'])
  if (tokens.length === 0 || !tokens.every(({ value }) => isSameAddress(value, token))) return refuse('wrong-token')
  const [amount, ...others] = argumentsNamed(args, ['amount']).map(({ value }) => value)
  if (typeof amount !== 'bigint' || others.length > 0) return refuse('wrong-amount')
  return { ok: true, amount, quoteIds, escrow: null }
}

/** Returns the arguments of a call if encoding them gives exactly the same bytes, else null. */
function decodeExactly(call: AbiFunction, data: Hex): NamedArgument[] | null {
  try {
    const { args } = decodeFunctionData({ abi: [call], data })
    if (encodeFunctionData({ abi: [call], args }) !== data) return null
    return nameArguments(call.inputs, args ?? [])
  } catch {
    return null
  }
}

function isSameAddress(value: unknown, address: Address): boolean {
  return typeof value === 'string' && isAddress(value) && isAddressEqual(value, address)
}
