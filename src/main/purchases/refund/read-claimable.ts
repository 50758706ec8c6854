import { isAddressEqual, type Address } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { Chain } from '../../chain/chain.ts'
import type { EscrowDeposit } from '../../chain/read/escrow/read-escrow-deposit.ts'
import type { EscrowRefund } from '../../chain/read/escrow/read-escrow-refund.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type FrozenEscrow, type PurchaseRecord } from '../purchase-record.ts'

/** The refunds that one withdrawal of a sum pays out together. */
export interface Pot {
  readonly chainInstance: string
  readonly from: Address
  readonly token: Address
  readonly router: Address
  readonly vault: Address
  readonly serviceId: bigint
}

type ReadingContext = Pick<PurchaseContext, 'service' | 'chain'>

/** A payment into an escrow, as found on its chain. */
export interface EscrowPurchase {
  readonly record: PurchaseRecord
  readonly chain: Chain
  readonly pot: Pot
  readonly recordId: bigint
  /** Units to refund: the payment with its fee. */
  readonly total: bigint
}

/**
 * The chain's state of a purchase's refund. `none`: it was not paid through an escrow, or its payment is in no block; `unread`: the
 * majority of nodes does not show the payment's record, or it is not the payment's; `withdrawn`: the escrow has paid it out, or holds no
 * more for it.
 */
export type Claimable =
  | { readonly state: 'none' | 'unread' }
  | { readonly state: 'pending' | 'delivered'; readonly found: EscrowPurchase }
  /** `byRecord`: the record itself says so. */
  | { readonly state: 'withdrawn'; readonly found: EscrowPurchase; readonly byRecord: boolean }
  | { readonly state: 'ready'; readonly found: EscrowPurchase; readonly authorized: bigint }

/** Returns whether the ledger allows a purchase's refund to wait in an escrow; sends no request. */
function mayClaim({ state, terms, steps }: PurchaseRecord): boolean {
  const isPaid = (state.payment === 'confirmed' || state.payment === 'final') && payStep({ steps }).minedHash !== null
  const isReported = state.registration === 'registered' || state.registration === 'rejected'
  return isPaid && isReported && terms.payment.escrow !== null && terms.token.address !== null
}

/**
 * Reads from the chain whether a purchase's refund can be claimed, unless it arrived. The escrow decides, even if the service says
 * otherwise or the person waived it. Throws AppError if the network does not answer.
 */
export async function findClaimable(context: ReadingContext, record: PurchaseRecord): Promise<Claimable> {
  return record.state.refund === 'seen' ? { state: 'none' } : readClaimable(context, record)
}

/** Reads the same for any purchase, whatever the service says about it. */
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
  // In some escrows its record says failed forever: the amount still held for the payer decides.
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
  const deposit = await chain.escrowDeposit({
    ...paid,
    vault: escrow.vault,
    serviceId: BigInt(escrow.serviceId),
    hash,
    blockNumber,
    payer: from,
    total: payment.units,
  })
  if (deposit === null || !isOwn(deposit, escrow)) return null
  const { vault, serviceId, recordId } = deposit
  return { record, chain, pot: { chainInstance, from, ...paid, vault, serviceId }, recordId, total: payment.units }
}

/** Returns whether a payment's deposit matches what the ledger stored at signing. */
function isOwn({ vault, serviceId }: EscrowDeposit, escrow: FrozenEscrow): boolean {
  return BigInt(escrow.serviceId) === serviceId && (escrow.vault === null || isAddressEqual(escrow.vault, vault))
}

/** Returns whether an escrow's record matches the payment: its payer, token, amount and fee. */
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
