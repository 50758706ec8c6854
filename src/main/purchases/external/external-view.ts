import { getAddress, isAddressEqual, type Hash } from 'viem'
import { registrableReasons } from '../../../shared/external/arrival-reasons.ts'
import type { ArrivalView, ExternalPaymentView } from '../../../shared/external/views.ts'
import { fromUnits } from '../../../shared/money.ts'
import { filledFieldsOf } from '../delivery.ts'
import type { DeliveryDetails } from '../purchase-record.ts'
import { recipientOf } from '../recipient-of.ts'
import { idOf, PRICE_HELD_MS, watchedUntil, type ExternalPayment, type Finding } from './external-payment.ts'
import { isSameToken } from './judge-arrivals.ts'
import type { Return } from './pair-returns.ts'
import type { UnusedCoins } from './unused-coins-repository.ts'

/** Returns whether the user may make an arrival the payment of this purchase. */
export function canRegister(
  { terms, ended }: Pick<ExternalPayment, 'terms' | 'ended'>,
  { reason, token, goneAt }: Pick<Finding, 'reason' | 'token' | 'goneAt'>,
): boolean {
  return (
    ended !== 'paid' &&
    goneAt === null &&
    registrableReasons.includes(reason) &&
    isSameToken(terms.token.address, token)
  )
}

export interface ExternalDetails {
  readonly payment: ExternalPayment
  /** Null if it cannot be read. */
  readonly delivery: DeliveryDetails | null
  readonly findings: readonly Finding[]
  /** What bought nothing, by its id. */
  readonly unused: ReadonlyMap<string, UnusedCoins>
  readonly alike: number
  readonly same: ExternalPaymentView['same']
  /** When the network last answered, in epoch milliseconds; null if it has not in this process. */
  readonly lookedAt: number | null
  /** Returns the explorer's page of a transaction; null if Till does not open it. */
  readonly explorerOf: (hash: Hash) => string | null
  readonly now: number
}

/** Returns a payment that another wallet is asked to make, with what arrived and is not answered. */
export function toExternalView(details: ExternalDetails): ExternalPaymentView {
  const { payment, delivery, findings, unused, alike, same, lookedAt } = details
  const { terms, askedAt } = payment
  const { product, quote, token, network } = terms
  const answered = findings.filter((one) => one.answeredAt !== null && unused.has(idOf(one)))
  const isOwn = ({ from }: Finding): boolean => isAddressEqual(from, payment.from)
  return {
    id: payment.id,
    askedAt: iso(askedAt),
    draftId: payment.draftId,
    repeatOf: payment.repeatOf,
    state: stateOf(details),
    holdsUntil: iso(askedAt + PRICE_HELD_MS),
    watchedUntil: iso(watchedUntil({ ...payment, endedAt: null })),
    sku: product.sku,
    brandName: product.brandName,
    brandSlug: product.brandSlug,
    productType: product.productType,
    country: product.country,
    image: product.image,
    reference: delivery && recipientOf(delivery),
    requiredFields: filledFieldsOf(delivery),
    fiatCurrency: quote.fiatCurrency,
    fiatAmount: quote.fiatAmount,
    tokenKey: token.key,
    tokenSymbol: token.symbol,
    totalAmount: quote.totalAmount,
    networkKey: network.key,
    networkName: network.name,
    fromAddress: payment.from,
    recipient: getAddress(terms.payment.recipient),
    chainId: network.chainId,
    token: token.address,
    decimals: token.decimals,
    alike,
    lookedAt: lookedAt === null ? null : iso(lookedAt),
    arrivals: findings.filter(({ answeredAt }) => answeredAt === null).map((one) => toArrivalView(details, one)),
    unused: answered.filter(isOwn).map((one) => toArrivalView(details, one)),
    fromOthers: answered.filter((one) => !isOwn(one)).map((one) => toArrivalView(details, one)),
    same,
  }
}

function stateOf({ payment, now }: ExternalDetails): ExternalPaymentView['state'] {
  if (payment.ended !== null) return payment.ended
  return now < payment.askedAt + PRICE_HELD_MS ? 'waiting' : 'late'
}

function toArrivalView({ payment, unused, explorerOf }: ExternalDetails, finding: Finding): ArrivalView {
  const coins = unused.get(idOf(finding))
  return {
    hash: finding.hash,
    ordinal: finding.ordinal,
    reason: finding.reason,
    from: getAddress(finding.from),
    amount: fromUnits(finding.units, finding.decimals),
    symbol: finding.symbol,
    at: iso(finding.at),
    canRegister: canRegister(payment, finding),
    isGone: finding.goneAt !== null,
    isBack: coins?.isBack ?? false,
    returnedBy: coins?.returnedBy ? toReturn(coins.returnedBy, explorerOf) : null,
  }
}

function toReturn(
  { id, hash, at }: Return,
  explorerOf: ExternalDetails['explorerOf'],
): NonNullable<ArrivalView['returnedBy']> {
  return { id, hash, at: iso(at), explorerUrl: explorerOf(hash) }
}

const iso = (ms: number): string => new Date(ms).toISOString()
