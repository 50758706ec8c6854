import { isAddressEqual } from 'viem'
import type { Chain, Receipt } from '../../chain/chain.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { writeArrivalBlock, writeGone } from './arrival-blocks-repository.ts'
import { idOf, type ExternalPayment, type Finding } from './external-payment.ts'
import { listFindings } from './external-repository.ts'
import { isSameToken } from './judge-arrivals.ts'
import { readNativeArrival, type Group } from './read-arrivals.ts'
import { paysPurchase } from './unused-coins-repository.ts'

type Books = Pick<PurchaseContext, 'ledger' | 'now'>

/** What a check of arrivals found. */
export interface Rechecked {
  /** The ids of the payments that changed. */
  readonly changed: readonly string[]
  /** Whether nothing that arrived may still go. */
  readonly isDone: boolean
}

/**
 * Checks whether what arrived for a group in its newest blocks is still on the chain: a reorganization may have removed it. What pays a
 * purchase is followed with that one. Throws AppError if the network is silent.
 */
export async function recheckArrivals(context: Books, chain: Chain, group: Group): Promise<Rechecked> {
  const { ledger } = context
  const all = group.flatMap(({ id, nextBlock }) => listFindings(ledger, id).map((one) => ({ ...one, nextBlock })))
  const newest = all.filter((one) => one.goneAt === null && one.block >= one.nextBlock && !paysPurchase(ledger, one))
  const changed: string[] = []
  let isDone = true
  for (const one of new Map(newest.map((finding) => [idOf(finding), finding])).values()) {
    const state = await recheck(context, chain, group[0], { ...one, nth: countUpTo(one, all) })
    if (state === 'open') isDone = false
    if (state === 'gone') changed.push(...writeGone(ledger, one, context.now()))
  }
  return { changed, isDone }
}

/** What arrived, with its number among the equal transfers of its transaction, from 1. */
type Checked = Finding & { readonly nth: number }

/** Counts the transfers that are equal to one and not behind it in their transaction. */
function countUpTo({ hash, ordinal, token, from, units }: Finding, all: readonly Finding[]): number {
  const equal = all.filter(
    (one) =>
      one.hash === hash &&
      one.ordinal <= ordinal &&
      one.units === units &&
      isAddressEqual(one.from, from) &&
      isSameToken(one.token, token),
  )
  return new Set(equal.map((one) => one.ordinal)).size
}

/** Returns whether what arrived stays for good, may still go, or is gone for good. Stores its block. */
async function recheck(
  { ledger }: Books,
  chain: Chain,
  payment: ExternalPayment,
  finding: Checked,
): Promise<'final' | 'open' | 'gone'> {
  const { hash, block, blockHash } = finding
  const status = blockHash && (await chain.blockStatus({ number: block, hash: blockHash }))
  if (status && status.state !== 'gone') return status.isBacked ? status.state : 'open'
  const receipt = await chain.receipt(hash)
  // One node may say anything: it moves nothing.
  if (receipt?.isBacked === false || status?.isBacked === false) return 'open'
  const number = receipt?.blockNumber ?? block
  const shown = receipt?.succeeded === true ? { number, hash: receipt.blockHash } : null
  if (shown && !status) {
    // It was just found there.
    writeArrivalBlock(ledger, finding, shown, number === block ? finding.at : await chain.blockTime(number))
    return 'open'
  }
  const isThere = await holds(chain, payment, finding, receipt)
  if (shown && isThere) writeArrivalBlock(ledger, finding, shown, await chain.blockTime(number))
  if (isThere !== false) return 'open'
  // Nodes that lag do not show it either: what the majority shows in its place must be final.
  if (number > (await chain.finalized())) return 'open'
  return (await chain.isUnchanged()) ? 'gone' : 'open'
}

/**
 * Returns whether most nodes show that coins arrived in the block of a receipt, or without one in any; null if too few do either way: they
 * may have lost its history.
 */
async function holds(
  chain: Chain,
  payment: ExternalPayment,
  finding: Checked,
  receipt: Receipt | null,
): Promise<boolean | null> {
  const { hash, token, from, units, block, nth } = finding
  if (receipt === null) {
    const lost = { hash, blockNumber: block, since: payment.sinceBlock }
    return (await isReplaced(chain, payment, finding)) || (await chain.isUnmined(lost)) ? false : null
  }
  const { succeeded, blockNumber } = receipt
  if (!succeeded) return false
  if (token === null) {
    const use = await readNativeArrival(chain, payment, hash)
    return use && use.block.number === blockNumber && use.arrival?.units === units
  }
  const to = payment.terms.payment.recipient
  return chain.holdsTransfer({ hash, token, from, to, units, blockNumber }, nth)
}

/** Returns whether a final block, as most nodes show it, holds another transaction with the nonce of what arrived. */
async function isReplaced(chain: Chain, { from }: ExternalPayment, { hash, nonce }: Checked): Promise<boolean> {
  const use = nonce === null ? null : await chain.nonceUse(from, nonce, [hash])
  if (use === null || use.hash === hash || !use.isBacked) return false
  const { state, isBacked } = await chain.blockStatus(use.block)
  return state === 'final' && isBacked
}
