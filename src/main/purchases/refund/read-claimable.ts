import { isAddressEqual, type Address } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { Chain } from '../../chain/chain.ts'
import type { EscrowDeposit } from '../../chain/read/read-escrow-deposit.ts'
import type { EscrowRefund } from '../../chain/read/read-escrow-refund.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type FrozenEscrow, type PurchaseRecord } from '../purchase-record.ts'

/** Where refunds wait that one withdrawal of a sum gives together. */
export interface Pot {
  readonly chainInstance: string
  readonly from: Address
  readonly token: Address
  readonly router: Address
  readonly vault: Address
  readonly serviceId: bigint
}

type ReadingContext = Pick<PurchaseContext, 'service' | 'chain'>

/** A payment into an escrow as it was found on its chain. */
export interface EscrowPurchase {
  readonly record: PurchaseRecord
  readonly chain: Chain
  readonly pot: Pot
  readonly recordId: bigint
  /** Units that come back: what was paid, with its fee. */
  readonly total: bigint
}

/**
 * What the chain says of a purchase's refund. `none`: it was not paid through an escrow, or its payment is not in a block; `unread`: most nodes do
 * not show the payment's record, or it is not the payment's; `withdrawn`: the escrow has paid it out, or holds no more for it.
 */
export type Claimable =
  | { readonly state: 'none' | 'unread' }
  | { readonly state: 'pending' | 'delivered'; readonly found: EscrowPurchase }
  /** `byRecord`: the record itself says so. */
  | { readonly state: 'withdrawn'; readonly found: EscrowPurchase; readonly byRecord: boolean }
  | { readonly state: 'ready'; readonly found: EscrowPurchase; readonly authorized: bigint }

/** Whether a purchase's refund may wait in an escrow, as the ledger knows; asks nobody. */
function mayClaim({ state, terms, steps }: PurchaseRecord): boolean {
  const isPaid = (state.payment === 'confirmed' || state.payment === 'final') && payStep({ steps }).minedHash !== null
  const isTold = state.registration === 'registered' || state.registration === 'rejected'
  return isPaid && isTold && terms.payment.escrow !== null && terms.token.address !== null
}

/**
 * Reads from the chain whether a purchase's refund can be claimed, unless it came: the escrow decides, though the service says something else, or the
 * person gave it up. AppError where the network does not answer.
 */
export async function findClaimable(context: ReadingContext, record: PurchaseRecord): Promise<Claimable> {
  return record.state.refund === 'seen' ? { state: 'none' } : readClaimable(context, record)
}

/** Reads the same of any purchase, whatever the service says of it. */
export async function readClaimable(context: ReadingContext, record: PurchaseRecord): Promise<Claimable> {
  const { terms, profileId, chainInstance } = record
  const { escrow } = terms.payment
  const service = context.service(profileId)
  if (!mayClaim(record) || escrow === null || service === null) return { state: 'none' }
  const chain = context.chain(terms.network, service.profile)
  if ((await chain.instance()) !== chainInstance) {
    throw new AppError('network-mismatch', 'The network is not the one that was paid on')
  }
  const found = await findPurchase(chain, record, escrow)
  if (found === null) return { state: 'unread' }
  const { pot, recordId, total } = found
  const refund = await chain.escrowRefund({ ...pot, recordId, payer: pot.from })
  if (refund === null || !isOf(refund, found, escrow)) return { state: 'unread' }
  if (refund.status === 'refunded') return { state: 'withdrawn', found, byRecord: true }
  if (refund.status !== 'failed') return { state: refund.status, found }
  // Its record says failed for ever in some escrows: what it still holds for the payer tells.
  if (refund.authorized < total) return { state: 'withdrawn', found, byRecord: false }
  return { state: 'ready', found, authorized: refund.authorized }
}

async function findPurchase(
  chain: Chain,
  record: PurchaseRecord,
  escrow: FrozenEscrow,
): Promise<EscrowPurchase | null> {
  const { chainInstance, from, terms } = record
  const { minedHash: hash, blockNumber } = payStep(record)
  const { payment, token } = terms
  if (hash === null || token.address === null) return null
  const paid = { router: payment.to, token: token.address }
  const deposit = await chain.escrowDeposit({ ...paid, hash, blockNumber, payer: from, total: payment.units })
  if (deposit === null || !isOwn(deposit, escrow)) return null
  const { vault, serviceId, recordId } = deposit
  return { record, chain, pot: { chainInstance, from, ...paid, vault, serviceId }, recordId, total: payment.units }
}

/** Whether what a payment made is what the ledger wrote down when it was signed. */
function isOwn({ vault, serviceId }: EscrowDeposit, escrow: FrozenEscrow): boolean {
  return BigInt(escrow.serviceId) === serviceId && (escrow.vault === null || isAddressEqual(escrow.vault, vault))
}

/** Whether an escrow's record is the payment's own: of its payer, token, amount and fee. */
function isOf(
  { payer, token, units, fee }: EscrowRefund,
  { pot, total }: EscrowPurchase,
  escrow: FrozenEscrow,
): boolean {
  return (
    isAddressEqual(payer, pot.from) &&
    isAddressEqual(token, pot.token) &&
    units === BigInt(escrow.units) &&
    units + fee === total
  )
}
