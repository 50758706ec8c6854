import { isAddressEqual, type Address } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { numberTransfers } from '../../chain/read/logs/number-transfers.ts'
import type { BlockRange } from '../refund/refund-search.ts'
import type { Arrival, ExternalPayment } from './external-payment.ts'
import { isSameToken } from './judge-arrivals.ts'

/** The payments asked of one account to one address, oldest first. */
export type Group = readonly [ExternalPayment, ...ExternalPayment[]]

/**
 * Reads the coins that reached the paid address in a range of blocks, as most nodes show: everything from the account, and from others what
 * has exactly an amount that is awaited. `tokens` are the coins that a payer may have confused. Throws AppError if the network is silent.
 */
export async function readTokenArrivals(
  chain: Chain,
  [first, ...others]: Group,
  tokens: readonly Address[],
  { from, to }: BlockRange,
): Promise<Arrival[]> {
  const asked = [first, ...others]
  const isAwaited = (token: Address, units: bigint): boolean =>
    asked.some(({ terms }) => terms.payment.units === units && isSameToken(terms.token.address, token))
  const transfers = await chain.transfersTo(tokens, first.terms.payment.recipient, from, to)
  const relevant = numberTransfers(transfers).filter(
    (one) => one.isProven && (isAddressEqual(one.from, first.from) || isAwaited(one.token, one.units)),
  )
  return Promise.all(
    relevant.map(async ({ hash, ordinal, token, from: sender, units, blockNumber }) => ({
      hash,
      ordinal,
      token,
      from: sender,
      units,
      block: blockNumber,
      at: await chain.blockTime(blockNumber),
    })),
  )
}

/** The uses of an account's nonces that are known for certain, by nonce: what arrived by them, if anything. */
export type KnownNonces = Map<number, Arrival | null>

/** The nonces that one look traces: each takes some twenty questions. */
const TRACED_AT_ONCE = 20

/**
 * Reads the native coins that the account sent to the paid address since the oldest payment was asked, by its nonces: these coins leave no
 * logs. Adds to `known` what is certain. Throws AppError if the network is silent.
 */
export async function readNativeArrivals(chain: Chain, [first]: Group, known: KnownNonces): Promise<Arrival[]> {
  const { from, nonce, terms } = first
  const { mined } = await chain.nonces(from)
  const open = Array.from({ length: Math.max(0, mined - nonce) }, (_, index) => nonce + index).filter(
    (one) => !known.has(one),
  )
  for (const one of open.slice(0, TRACED_AT_ONCE)) {
    const use = await chain.nonceUse(from, one, [])
    const sent = use && (await chain.sent(from, use.hash))
    if (!sent?.effect) continue
    const { native } = sent.effect
    const isPaid = native !== null && isAddressEqual(native.to, terms.payment.recipient)
    known.set(
      one,
      isPaid
        ? {
            hash: sent.hash,
            ordinal: 0,
            token: null,
            from,
            units: native.units,
            block: sent.block.number,
            at: await chain.blockTime(sent.block.number),
          }
        : null,
    )
  }
  return [...known.values()].filter((one) => one !== null)
}
