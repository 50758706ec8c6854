import type { Address } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import { fromUnits } from '../../../shared/money.ts'
import type { QuoteRefusal } from '../../../shared/purchases/state.ts'
import type { Chain } from '../../chain/chain.ts'
import { escrowFee } from '../../chain/guard/escrow-call.ts'
import type { EscrowContracts } from '../../chain/guard/escrow-contracts.ts'
import type { PaymentEffect } from '../../chain/guard/payment-guard.ts'
import type { EscrowDue } from '../../chain/read/escrow/read-escrow-fee.ts'
import type { RouterBounds } from '../../chain/guard/router-call.ts'
import type { Quote } from '../../service/operations/create-quote.ts'
import type { QuoteId } from '../../service/operations/quote-id.ts'
import type { Choice } from './offer.ts'
import type { FrozenEscrow } from '../purchase-record.ts'

export type EscrowJudgement =
  | { readonly ok: true; readonly due: EscrowDue | null }
  | { readonly ok: false; readonly reason: QuoteRefusal; readonly about?: string }

/** Returns the contracts that may be called and approved: of an escrow only its router. */
export function callableContracts({ network }: Choice): readonly Address[] {
  if (network.escrow === null) return network.protocolContracts
  return network.escrow.router === null ? [] : [network.escrow.router]
}

/** Returns what a router's call is compared with. */
export function routerBounds({ product, network, delivery }: Choice, quote: Quote, quoteId: QuoteId): RouterBounds {
  const names = { quoteId: quoteId.text, sku: quote.sku, reference: delivery.reference }
  if (network.escrow === null) return { names, escrow: null }
  const typed = [delivery.reference, ...delivery.fields.map(({ value }) => value)]
  const { evmServiceId: serviceId } = product
  return { names, escrow: { amount: quote.digitalAssetAmount, serviceId, typed, contracts: network.escrow.all } }
}

/** Reads the fee that an escrow's contract adds. Refuses the payment unless amount and fee are exactly the total. */
export async function judgeEscrowFee(
  chain: Pick<Chain, 'escrowShares'>,
  { network: { escrow }, token: { decimals } }: Choice,
  effect: PaymentEffect,
): Promise<EscrowJudgement> {
  if (effect.escrow === null) return { ok: true, due: null }
  const { serviceId, units } = effect.escrow
  if (!escrow?.registry || !escrow.tokenRegistry || effect.token === null) return { ok: false, reason: 'fee-unread' }
  const { registry, tokenRegistry } = escrow
  const due = { question: { registry, tokenRegistry, serviceId, token: effect.token }, units, total: effect.amount }
  const fee = await readFee(chain, due)
  if (fee === null) return { ok: false, reason: 'fee-unread' }
  if (fee === due.total) return { ok: true, due }
  return { ok: false, reason: 'wrong-fee', about: fromUnits(fee, decimals) }
}

/** Reads the fee again before a payment is signed. Throws AppError if it differs from the one in the total shown. */
export async function assertEscrowFee(chain: Pick<Chain, 'escrowShares'>, due: EscrowDue | null): Promise<void> {
  if (due === null) return
  const fee = await readFee(chain, due)
  if (fee === null) {
    throw new AppError('quote-refused', 'The fee of the escrow cannot be read', { details: { reason: 'fee-unread' } })
  }
  if (fee !== due.total) {
    throw new AppError('quote-changed', 'The fee of the escrow has changed', { details: { reason: 'escrow-fee' } })
  }
}

/** Returns what the contract would take now, in units with its fee; null if it does not say. */
async function readFee(chain: Pick<Chain, 'escrowShares'>, { question, units }: EscrowDue): Promise<bigint | null> {
  const shares = await chain.escrowShares(question)
  return shares === null ? null : units + escrowFee(units, shares.service, shares.token)
}

/** Returns what a purchase stores of a payment into an escrow; null for any other. */
export function frozenEscrow(
  { escrow, amount }: PaymentEffect,
  contracts: EscrowContracts | null,
): FrozenEscrow | null {
  if (escrow === null) return null
  const { serviceId, units } = escrow
  return {
    serviceId: serviceId.toString(),
    units: units.toString(),
    fee: (amount - units).toString(),
    vault: contracts?.vault ?? null,
  }
}
