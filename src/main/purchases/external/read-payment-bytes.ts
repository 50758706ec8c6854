import {
  encodeFunctionData,
  erc20Abi,
  isAddressEqual,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hex,
  type TransactionSerialized,
} from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Arrival, ExternalPayment } from './external-payment.ts'

/** A transaction's signed bytes, with what they say. */
export interface PaymentBytes {
  readonly raw: Hex
  readonly signer: Address
  readonly nonce: number
  readonly to: Address | null
  readonly data: Hex
  readonly value: bigint
  readonly chainId: number | null
  /** The most that it can cost, in wei, without what a rollup adds. */
  readonly feeAtMost: bigint
}

/** Reads the bytes of what arrived, which prove who signed what; null if no node shows them. Throws AppError if the network is silent. */
export async function readPaymentBytes(
  chain: Chain,
  { hash, block }: Pick<Arrival, 'hash' | 'block'>,
): Promise<PaymentBytes | null> {
  const raw = await chain.signedBytes(hash, block)
  if (raw === null) return null
  const serializedTransaction = raw as TransactionSerialized
  const { nonce = 0, to, data = '0x', value = 0n, chainId, gas = 0n, ...fees } = parseTransaction(serializedTransaction)
  const price = ('maxFeePerGas' in fees ? fees.maxFeePerGas : fees.gasPrice) ?? 0n
  return {
    raw,
    signer: await recoverTransactionAddress({ serializedTransaction }),
    nonce,
    to: to ?? null,
    data,
    value,
    chainId: chainId ?? null,
    feeAtMost: gas * price,
  }
}

/** Returns whether bytes are a plain transfer of `units` to the paid address that the account itself signed for this chain. Pure. */
export function isPlainTransfer(
  bytes: PaymentBytes,
  payment: Pick<ExternalPayment, 'from' | 'terms'>,
  arrival: Pick<Arrival, 'token' | 'units'>,
): boolean {
  const isSigned = isAddressEqual(bytes.signer, payment.from) && bytes.chainId === payment.terms.network.chainId
  return isSigned && isTransferCall(bytes, payment, arrival)
}

/**
 * Returns whether bytes call for a plain transfer of `units` to the paid address. A coin's contract ignores what some wallets append to its
 * call. Pure.
 */
export function isTransferCall(
  { to, value, data }: PaymentBytes,
  { terms }: Pick<ExternalPayment, 'terms'>,
  { token, units }: Pick<Arrival, 'token' | 'units'>,
): boolean {
  const { recipient } = terms.payment
  if (to === null || !isAddressEqual(to, token ?? recipient)) return false
  if (token === null) return value === units && data === '0x'
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, units] })
  return value === 0n && data.startsWith(call)
}

/** Returns whether bytes call the same as other ones do: what a wallet sends again with a higher fee. Pure. */
export function isSameCall({ to, data, value }: PaymentBytes, raw: Hex): boolean {
  const other = parseTransaction(raw as TransactionSerialized)
  const isSameTarget = to !== null && !!other.to && isAddressEqual(to, other.to)
  return isSameTarget && data === (other.data ?? '0x') && value === (other.value ?? 0n)
}
