import type { Chain } from '../../chain/chain.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { writeArrivalBlock, writeGone } from './arrival-blocks-repository.ts'
import { idOf, type ExternalPayment, type Finding } from './external-payment.ts'
import { listFindings } from './external-repository.ts'
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
  const newest = group.flatMap(({ id, nextBlock }) =>
    listFindings(ledger, id).filter(
      (one) => one.goneAt === null && one.block >= nextBlock && !paysPurchase(ledger, one),
    ),
  )
  const changed: string[] = []
  let isDone = true
  for (const one of new Map(newest.map((finding) => [idOf(finding), finding])).values()) {
    const state = await recheck(context, chain, group[0], one)
    if (state === 'open') isDone = false
    if (state === 'gone') changed.push(...writeGone(ledger, one, context.now()))
  }
  return { changed, isDone }
}

/** Returns whether what arrived stays for good, may still go, or is gone for good. Stores its block. */
async function recheck(
  { ledger }: Books,
  chain: Chain,
  payment: ExternalPayment,
  finding: Finding,
): Promise<'final' | 'open' | 'gone'> {
  const { hash, token, block, blockHash } = finding
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
  // Without receipts, nodes may still have it in another block at the same height. Native coins leave no log to look for there.
  const isAsked = shown !== null || (receipt === null && (token !== null || !status))
  const isThere = isAsked ? await isIn(chain, payment, finding, number) : false
  if (shown && isThere) writeArrivalBlock(ledger, finding, shown, await chain.blockTime(number))
  if (isThere !== false) return 'open'
  // Nodes that lag do not show it either: what the majority shows in its place must be final.
  if (number > (await chain.finalized())) return 'open'
  return (await chain.isUnchanged()) ? 'gone' : 'open'
}

/** Returns whether most nodes show that coins arrived in a block; null if too few do either way: they may have lost its history. */
async function isIn(
  chain: Chain,
  payment: ExternalPayment,
  { hash, token, from, units }: Finding,
  blockNumber: bigint,
): Promise<boolean | null> {
  if (token === null) {
    const use = await readNativeArrival(chain, payment, hash)
    return use && use.block.number === blockNumber && use.arrival?.units === units
  }
  const to = payment.terms.payment.recipient
  return chain.holdsTransfer({ hash, token, from, to, units, blockNumber })
}
