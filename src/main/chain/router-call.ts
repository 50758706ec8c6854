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
import type { PaymentRefusal } from '../../shared/purchase.ts'
import { findOtherName, quoteIdsIn, type Bought } from './compare-bought.ts'
import { argumentsNamed, nameArguments, type NamedArgument } from './named-arguments.ts'

/** What a known call of a router says that it takes, or why it is refused. */
export type RouterCall =
  | { readonly ok: true; readonly amount: bigint; readonly quoteIds: readonly string[] }
  | { readonly ok: false; readonly reason: PaymentRefusal }

/** Reads a call that one of `routerCalls` describes: its token must be the chosen one, and what it names must be what is bought. */
export function readRouterCall(
  data: Hex,
  token: Address,
  routerCalls: readonly AbiFunction[],
  bought: Bought,
): RouterCall {
  const call = routerCalls.find((candidate) => toFunctionSelector(candidate) === data.slice(0, 10))
  if (!call) return refuse('unknown-call')
  const args = decodeExactly(call, data)
  if (args === null) return refuse('not-canonical')
  const tokens = argumentsNamed(args, ['token'])
  if (tokens.length === 0 || !tokens.every(({ value }) => isSameAddress(value, token))) return refuse('wrong-token')
  const [amount, ...others] = argumentsNamed(args, ['amount']).map(({ value }) => value)
  if (typeof amount !== 'bigint' || others.length > 0) return refuse('wrong-amount')
  const other = findOtherName(args, bought)
  return other === null ? { ok: true, amount, quoteIds: quoteIdsIn(args) } : refuse(other)
}

/** The arguments of a call whose bytes are exactly what it says, or null. */
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

function refuse(reason: PaymentRefusal): { ok: false; reason: PaymentRefusal } {
  return { ok: false, reason }
}
