import {
  decodeFunctionData,
  encodeFunctionData,
  isAddressEqual,
  parseAbiItem,
  toFunctionSelector,
  type Address,
  type Hex,
} from 'viem'
import type { Decimal } from '../../../shared/money.ts'
import { ESCROW_CALL } from '../../../shared/services/profile.ts'
import { findOtherName, type PurchaseNames } from '../read/compare-names.ts'
import { nameArguments } from './named-arguments.ts'
import { refuse, type Refused } from './refuse.ts'
import { unitsOrNull } from './units-or-null.ts'

const escrowCall = parseAbiItem([ESCROW_CALL])
const abi = [escrowCall]

/** The selector of the escrow's payment call. */
export const ESCROW_SELECTOR = toFunctionSelector(escrowCall)

/** The values a call into the escrow must carry, in addition to those of the purchase. */
export interface EscrowBounds {
  /** The quote's amount without its fee. */
  readonly amount: Decimal
  /** The product's number in the escrow; null where the catalog names none. */
  readonly serviceId: number | null
  /** The delivery details the user typed. None of them may be written on chain. */
  readonly typed: readonly string[]
  /** The escrow's contracts. Coins sent to one of them without a call are lost. */
  readonly contracts: readonly Address[]
}

/** The payment a call into the escrow makes; its contract adds a fee that the call does not name. */
export interface EscrowPayment {
  readonly serviceId: bigint
  /** Units without the fee. */
  readonly units: bigint
}

/** The payer, token and total of an escrow payment. */
export interface EscrowPayer {
  readonly payer: Address
  readonly token: { readonly address: Address; readonly decimals: number }
}

/** Judges a call into the escrow; pure. The fee that the contract adds is read and compared separately. */
export function readEscrowCall(
  data: Hex,
  { payer, token }: EscrowPayer,
  bounds: EscrowBounds,
  names: PurchaseNames,
): { readonly ok: true; readonly escrow: EscrowPayment } | Refused {
  const args = decodeExactly(data)
  if (args === null) return refuse('not-canonical')
  const [serviceId, request] = args
  if (!isAddressEqual(request.payer, payer)) return refuse('wrong-sender')
  if (!isAddressEqual(request.token, token.address)) return refuse('wrong-token')
  const units = request.tokenAmount
  if (units === 0n || units !== unitsOrNull(bounds.amount, token.decimals)) return refuse('wrong-amount')
  // The contract refuses a payment without it.
  if (request.fiatAmount === 0n) return refuse('malformed')
  if (bounds.serviceId !== null && BigInt(bounds.serviceId) !== serviceId) return refuse('other-product')
  if (request.serviceRef.trim() === '') return refuse('no-reference')
  if (isPlain(request.serviceRef, bounds.typed)) return refuse('plain-reference')
  const other = findOtherName(nameArguments(escrowCall.inputs, args), names)
  return other === null ? { ok: true, escrow: { serviceId, units } } : refuse(other)
}

/** Returns the fee the contract adds to an amount: one share for the service and one for the token, in basis points, each rounded up. */
export function escrowFee(units: bigint, serviceBps: number, tokenBps: number): bigint {
  const share = (bps: number): bigint => (units * BigInt(bps) + 9_999n) / 10_000n
  return share(serviceBps) + share(tokenBps)
}

/** Returns the arguments of a call if encoding them gives exactly the same bytes, else null. */
function decodeExactly(data: Hex) {
  try {
    const { args } = decodeFunctionData({ abi, data })
    return encodeFunctionData({ abi, functionName: escrowCall.name, args }) === data ? args : null
  } catch {
    return null
  }
}

/** A shorter text may appear in an id by chance. */
const TELLING = 7

/** Returns whether a reference is what the user typed, or a part of it: anybody could read it on chain forever. */
function isPlain(reference: string, typed: readonly string[]): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '')
  const said = plain(reference)
  const holds = (whole: string, part: string): boolean => part.length >= TELLING && whole.includes(part)
  return typed.map(plain).some((text) => text === said || holds(said, text) || holds(text, said))
}
