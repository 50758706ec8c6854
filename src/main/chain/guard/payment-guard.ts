import {
  type AbiFunction,
  type Address,
  type Hex,
  decodeFunctionData,
  encodeFunctionData,
  isAddress,
  isAddressEqual,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { Decimal } from '../../../shared/money.ts'
import type { EscrowPayment } from './escrow-call.ts'
import { refuse, type Refused } from './refuse.ts'
import { readRouterCall, type RouterBounds } from './router-call.ts'
import { unitsOrNull } from './units-or-null.ts'

/** A service's description of a payment: every field is well-formed, none is trusted yet. */
export interface TransactionRequest {
  readonly chainId: number
  readonly type: number | null
  readonly from: string | null
  readonly to: string
  readonly data: string
  readonly value: bigint
  readonly gas: bigint | null
  readonly gasLimit: bigint | null
  readonly gasPrice: bigint | null
  readonly maxFeePerGas: bigint | null
  readonly maxPriorityFeePerGas: bigint | null
}

/** The user's payment choice: one token (or the native coin, `address` null) on one network. */
export interface PaymentChoice {
  readonly chainId: number
  readonly payer: Address
  readonly token: { readonly address: Address | null; readonly decimals: number }
  /** Contracts that may be called, and may get an allowance. */
  readonly protocolContracts: readonly Address[]
  /** Router functions that this profile knows; each has parameters named `token` and `amount`, or is the escrow's. */
  readonly routerCalls: readonly AbiFunction[]
  /** The bounds a router call must stay within; null if no router may be called. */
  readonly router: RouterBounds | null
  readonly ceilings: { readonly gas: bigint; readonly maxFeePerGas: bigint }
}

export type PaymentShape = 'transfer' | 'native' | 'router'

/** The effect of a request, decoded from its bytes: `amount` units of `token` go from the payer to `recipient`. */
export interface PaymentEffect {
  readonly shape: PaymentShape
  readonly to: Address
  readonly recipient: Address
  readonly token: Address | null
  readonly amount: bigint
  /** Quote ids that the call contains. */
  readonly quoteIds: readonly string[]
  /** Its payment into an escrow, else null. The rest of `amount` must be the fee that the contract adds. */
  readonly escrow: EscrowPayment | null
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint | null
  readonly maxFeePerGas: bigint | null
  readonly maxPriorityFeePerGas: bigint | null
}

export type Judgement = { readonly ok: true; readonly effect: PaymentEffect } | Refused

const transferAbi = parseAbi(['function transfer(address to, uint256 amount)'])
const transferSelector = '0xa9059cbb'

/**
 * Judges a transactionRequest against the quote's total and the user's choice; pure. Accepts an ERC-20 `transfer`, a native transfer
 * without data, or a known call of a router the network names. Refuses anything else with a reason.
 */
export function judgePayment(request: TransactionRequest, total: Decimal, choice: PaymentChoice): Judgement {
  const { to, data } = request
  if (!isAddress(to) || !/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return refuse('malformed')
  if (request.chainId !== choice.chainId) return refuse('wrong-chain')
  if (request.type !== null && request.type !== 0 && request.type !== 2) return refuse('unknown-type')

  if (request.from !== null && !isSender(request.from, choice.payer)) return refuse('wrong-sender')

  const amount = unitsOrNull(total, choice.token.decimals)
  if (amount === null || amount === 0n) return refuse('wrong-amount')

  const gas = judgeGas(request, choice)
  if (!gas.ok) return gas

  const call = decodePayment({ to, data: data.toLowerCase() as Hex, value: request.value }, amount, choice)
  if (!call.ok) return call
  if (call.amount !== amount) return refuse('wrong-amount')
  if (isForbiddenRecipient(call.recipient, choice)) return refuse('bad-recipient')
  if (call.shape !== 'router' && isOfEscrow(call.recipient, choice)) return refuse('bad-recipient')

  return {
    ok: true,
    effect: {
      shape: call.shape,
      to,
      recipient: call.recipient,
      token: choice.token.address,
      amount,
      quoteIds: call.quoteIds,
      escrow: call.escrow,
      data: data.toLowerCase() as Hex,
      value: request.value,
      gas: gas.gas,
      maxFeePerGas: request.maxFeePerGas,
      maxPriorityFeePerGas: request.maxPriorityFeePerGas,
    },
  }
}

function judgeGas(request: TransactionRequest, choice: PaymentChoice): { ok: true; gas: bigint | null } | Refused {
  const { gas, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = request
  if (gas !== null && gasLimit !== null && gas !== gasLimit) return refuse('gas-contradiction')
  const limit = gas ?? gasLimit
  if (limit !== null && limit > choice.ceilings.gas) return refuse('gas-too-high')
  const exceedsCeiling = (fee: bigint | null): boolean => fee !== null && fee > choice.ceilings.maxFeePerGas
  if (exceedsCeiling(maxFeePerGas) || exceedsCeiling(request.gasPrice)) return refuse('fee-too-high')
  if (contradictsPrice(request)) return refuse('fee-contradiction')
  if (maxPriorityFeePerGas !== null && maxPriorityFeePerGas > (maxFeePerGas ?? choice.ceilings.maxFeePerGas)) {
    return refuse('fee-contradiction')
  }
  return { ok: true, gas: limit }
}

function isSender(from: string, payer: Address): boolean {
  return isAddress(from) && isAddressEqual(from, payer)
}

/** Returns whether a legacy gas price comes with EIP-1559 fees, or EIP-1559 fees come with a type that has none. */
function contradictsPrice({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest): boolean {
  if (type === 0) return maxFeePerGas !== null || maxPriorityFeePerGas !== null
  if (gasPrice === null) return false
  return gasPrice > (maxFeePerGas ?? gasPrice) || gasPrice < (maxPriorityFeePerGas ?? 0n)
}

type Decoded =
  | ({ ok: true; shape: PaymentShape; recipient: Address; amount: bigint } & Pick<PaymentEffect, 'quoteIds' | 'escrow'>)
  | Refused

function decodePayment(
  { to, data, value }: { to: Address; data: Hex; value: bigint },
  total: bigint,
  choice: PaymentChoice,
): Decoded {
  const token = choice.token.address
  if (token === null) {
    if (data !== '0x') return refuse('unknown-call')
    return { ok: true, shape: 'native', recipient: to, amount: value, quoteIds: [], escrow: null }
  }
  if (value !== 0n) return refuse('wrong-value')
  if (data.slice(0, 10) === transferSelector) {
    return isAddressEqual(to, token) ? decodeTransfer(data) : refuse('wrong-token')
  }
  const { payer, routerCalls, router } = choice
  if (router === null || !choice.protocolContracts.some((known) => isAddressEqual(known, to)))
    return refuse('unknown-call')
  const call = readRouterCall(data, { payer, token: { ...choice.token, address: token } }, routerCalls, router)
  if (!call.ok) return call
  // The rest of the total must be the fee that the contract adds. It is read and compared before the quote is offered.
  if (call.escrow !== null && call.escrow.units > total) return refuse('wrong-amount')
  return { ...call, amount: call.amount ?? total, shape: 'router', recipient: to }
}

function decodeTransfer(data: Hex): Decoded {
  try {
    const { args } = decodeFunctionData({ abi: transferAbi, data })
    if (encodeFunctionData({ abi: transferAbi, args }) !== data) return refuse('not-canonical')
    return { ok: true, shape: 'transfer', recipient: args[0], amount: args[1], quoteIds: [], escrow: null }
  } catch {
    return refuse('not-canonical')
  }
}

/** Returns whether an escrow contract would get the coins without a call. It would keep no record of them, and they would be lost. */
function isOfEscrow(recipient: Address, { router }: PaymentChoice): boolean {
  return router?.escrow?.contracts.some((contract) => isAddressEqual(contract, recipient)) ?? false
}

function isForbiddenRecipient(recipient: Address, choice: PaymentChoice): boolean {
  const forbidden = [zeroAddress, choice.payer, ...(choice.token.address ? [choice.token.address] : [])]
  return forbidden.some((address) => isAddressEqual(address, recipient))
}
