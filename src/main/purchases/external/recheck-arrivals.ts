import type { Chain } from '../../chain/chain.ts'
import { readSignedAt } from '../../engine/steps/step-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { writeArrivalBlock, writeGone } from './arrival-blocks-repository.ts'
import type { Finding } from './external-payment.ts'
import { listFindings } from './external-repository.ts'
import type { Group } from './read-arrivals.ts'

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
      ({ hash, block, goneAt }) => goneAt === null && block >= nextBlock && readSignedAt(ledger, hash) === null,
    ),
  )
  const changed: string[] = []
  let isDone = true
  for (const one of new Map(newest.map((finding) => [finding.hash, finding])).values()) {
    const state = await recheck(context, chain, one)
    if (state === 'open') isDone = false
    if (state === 'gone') changed.push(...writeGone(ledger, one.hash, context.now()))
  }
  return { changed, isDone }
}

/** Returns whether what arrived stays for good, may still go, or is gone for good. Stores its block. */
async function recheck(
  { ledger }: Books,
  chain: Chain,
  { hash, block, blockHash }: Finding,
): Promise<'final' | 'open' | 'gone'> {
  const status = blockHash && (await chain.blockStatus({ number: block, hash: blockHash }))
  if (status && status.state !== 'gone') return status.isBacked ? status.state : 'open'
  const receipt = await chain.receipt(hash)
  if (receipt?.succeeded === true) {
    const { blockNumber: number, blockHash: shown } = receipt
    writeArrivalBlock(ledger, hash, { number, hash: shown }, await chain.blockTime(number))
    return 'open'
  }
  if (!status?.isBacked) return 'open'
  // Nodes that lag show no receipt either: the majority must have another block at that height for good.
  const finalized = await chain.finalized()
  const isReverted = receipt?.isBacked === true && receipt.blockNumber <= finalized
  if (block > finalized || !(receipt === null || isReverted)) return 'open'
  return (await chain.isUnchanged()) ? 'gone' : 'open'
}
