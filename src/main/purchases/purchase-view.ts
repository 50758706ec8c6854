import { getAddress, type Hash } from 'viem'
import { fromUnits } from '../../shared/money.ts'
import { awaitsRefund, deliveryOf, isSettled, personStatus } from '../../shared/purchases/state.ts'
import {
  recordedFields,
  type PurchaseRowView,
  type PurchaseView,
  type TimelineStage,
} from '../../shared/purchases/views.ts'
import { toTroubleView, type NetworkTrouble } from '../chain/nodes/trouble/network-trouble.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import { feeActionsFor } from './confirm/fee-purchase.ts'
import { filledFieldsOf } from './delivery.ts'
import type { Wait } from './track/pace.ts'
import type { DeliveryDetails, PurchaseRecord } from './purchase-record.ts'
import { owedTo } from './refund/count-refund.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import type { DatedEvent } from './purchase-repository.ts'
import type { PossibleRefund } from './refund/refund-repository.ts'
import { recipientOf } from './recipient-of.ts'
import type { RegistrationProgress } from './register/registration-progress.ts'

/** Returns a purchase as a row of the history; `delivery` is null if it cannot be read. */
export function toPurchaseRow(record: PurchaseRecord, delivery: DeliveryDetails | null): PurchaseRowView {
  const { terms, state } = record
  return {
    id: record.id,
    createdAt: new Date(record.createdAt).toISOString(),
    status: personStatus(state),
    attention: state.attention,
    sku: terms.product.sku,
    brandName: terms.product.brandName,
    brandSlug: terms.product.brandSlug,
    productType: terms.product.productType,
    country: terms.product.country,
    countryCount: terms.product.countryCount ?? null,
    image: terms.product.image,
    reference: delivery && recipientOf(delivery),
    fiatCurrency: terms.quote.fiatCurrency,
    fiatAmount: terms.quote.fiatAmount,
    tokenKey: terms.token.key,
    tokenSymbol: terms.token.symbol,
    totalAmount: terms.quote.totalAmount,
    inMoney: record.inMoney,
    networkKey: terms.network.key,
    networkName: terms.network.name,
  }
}

export interface PurchaseDetails {
  readonly record: PurchaseRecord
  readonly delivery: DeliveryDetails | null
  /** The reference as the service recorded it; null if it did not, or it cannot be read. */
  readonly recordedReference: string | null
  readonly events: readonly DatedEvent[]
  /** The highest network fee of each step, by position. */
  readonly feesAtMost: ReadonlyMap<number, bigint>
  /** The network fees of the claims that brought refunds, by hash. */
  readonly claimFees: ReadonlyMap<Hash, bigint>
  readonly registration: RegistrationProgress
  readonly waits: { readonly chain: Wait | null; readonly service: Wait | null }
  /** Why the payment's network accepts no transactions. */
  readonly trouble: NetworkTrouble | null
  /** The transfer in question as the refund. */
  readonly possibleRefund: PossibleRefund | null
  readonly logo: string | null
  readonly repeats: { readonly repeatOf: string | null; readonly repeatedBy: readonly string[] }
  explorerUrl(record: PurchaseRecord, step: StepRecord): string | null
}

/** Returns a purchase with its timeline, chain steps, registration and refund. */
export function toPurchaseView(details: PurchaseDetails): PurchaseView {
  const { record, delivery, events } = details
  const { terms, state } = record
  const asked = record.externalAsked ?? terms.quote
  return {
    ...toPurchaseRow(record, delivery),
    assetAmount: asked.assetAmount,
    feeAmount: asked.feeAmount,
    facts: terms.product.facts,
    requiredFields: filledFieldsOf(delivery),
    chainId: terms.network.chainId,
    nativeSymbol: terms.network.nativeSymbol,
    paysNative: terms.payment.shape === 'native',
    profileName: terms.profileName,
    fromAddress: record.from,
    externalAsked: record.externalAsked?.totalAmount ?? null,
    recipient: terms.payment.recipient,
    timeline: timelineOf(record, events),
    waitingFor: toWaitingFor(waitOf(record, details.waits)),
    isPaidAsReported: isPaidAsReported(record, events),
    networkTrouble: toTroubleView(details.trouble),
    // A used nonce cannot get a higher fee, and one behind a gap needs none.
    feeActions: ['proof', 'gap'].includes(details.waits.chain?.what ?? '') ? [] : feeActionsFor(record),
    feeChange: feeChangeOf(events),
    steps: record.steps.map((step) => toChainStepView(details, step)),
    networkFeeAtMost: networkFeeAtMost(details),
    registration: toRegistrationView(details),
    service: toServiceView(details),
    refund: {
      state: state.refund,
      ...toRefundView(details),
      possible: awaitsRefund(state) ? toPossibleView(record, details.possibleRefund) : null,
    },
    ended: isSettled(state),
    repeatOf: details.repeats.repeatOf,
    repeatedBy: [...details.repeats.repeatedBy],
  }
}

const inNative = (units: bigint | null): string | null => (units === null ? null : fromUnits(units, NATIVE_DECIMALS))

function networkFeeAtMost({ record: { steps }, feesAtMost }: PurchaseDetails): string | null {
  const most = steps.map(({ position, feeUnits }) => feeUnits ?? feesAtMost.get(position) ?? null)
  if (most.includes(null) || steps.every(({ feeUnits }) => feeUnits !== null)) return null
  return inNative(most.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n))
}

function toChainStepView({ record, explorerUrl }: PurchaseDetails, step: StepRecord): PurchaseView['steps'][number] {
  return {
    kind: step.kind,
    state: step.state,
    hash: step.minedHash ?? step.signed.at(-1)?.hash ?? null,
    nonce: step.nonce,
    explorerUrl: explorerUrl(record, step),
    networkFee: inNative(step.feeUnits),
  }
}

function toRegistrationView({ record: { state, spend }, registration }: PurchaseDetails): PurchaseView['registration'] {
  return {
    state: state.registration,
    unclear: state.unclear,
    attempts: registration.attempts,
    chain: registration.chain,
    transactionId: spend?.transactionId ?? null,
    recordId: spend?.recordId ?? null,
    lastError: registration.lastError,
    lastStatus: registration.lastStatus,
    lastMessage: registration.lastMessage,
    lastCode: registration.lastCode,
    lastFields: [...registration.lastFields],
    keyRefused: state.registration === 'prepared' && registration.keyRefused,
  }
}

function toServiceView({
  record: { state, spend },
  logo,
  recordedReference,
}: PurchaseDetails): PurchaseView['service'] {
  return {
    status: state.serviceStatus,
    updatedAt: spend === null ? null : new Date(spend.readAt).toISOString(),
    logo,
    isDeleted: spend?.isDeleted ?? false,
    recorded: recordedFields.flatMap((field) => {
      const value = field === 'reference' ? recordedReference : spend?.recorded[field]
      return value ? [{ field, value }] : []
    }),
  }
}

/** Returns whether the payment counts as mined because the person said so, and not because a node showed its outcome. */
function isPaidAsReported({ state }: PurchaseRecord, events: readonly DatedEvent[]): boolean {
  const shown = events.findLast(({ type }) => type === 'mined' || type === 'proven' || type === 'reported')
  return ['mined', 'confirmed', 'final'].includes(state.payment) && shown?.type === 'reported'
}

function toRefundView({
  record,
  claimFees,
}: PurchaseDetails): Pick<PurchaseView['refund'], 'amount' | 'missing' | 'parts'> {
  const { refunds, terms } = record
  const amountOf = (units: bigint): string => fromUnits(units, terms.token.decimals)
  return {
    amount: refunds.length === 0 ? null : amountOf(refunds.reduce((sum, { units }) => sum + units, 0n)),
    missing: amountOf(owedTo(record).units),
    parts: refunds.map(({ hash, units, from, evidence }) => ({
      hash,
      amount: amountOf(units),
      from: from && getAddress(from),
      evidence,
      claimFee: inNative(claimFees.get(hash) ?? null),
    })),
  }
}

function toPossibleView(
  { terms }: PurchaseRecord,
  possible: PossibleRefund | null,
): PurchaseView['refund']['possible'] {
  return (
    possible && {
      hash: possible.hash,
      ordinal: possible.ordinal,
      from: getAddress(possible.sender),
      isProven: possible.isProven,
      isKnown: possible.isKnown,
      count: possible.covers.length,
      amount: fromUnits(possible.units, terms.token.decimals),
      at: possible.happenedAt === null ? null : new Date(possible.happenedAt).toISOString(),
    }
  )
}

function feeChangeOf(events: readonly DatedEvent[]): PurchaseView['feeChange'] {
  const last = events.findLast(({ type }) => type === 'sped-up' || type === 'cancel-signed')
  if (!last) return null
  return { action: last.type === 'sped-up' ? 'speed-up' : 'cancel', at: new Date(last.at).toISOString() }
}

function toWaitingFor(wait: Wait | null): PurchaseView['waitingFor'] {
  if (wait === null) return null
  const { what, untilEpoch, refusal } = wait
  return { what, until: untilEpoch === null ? null : new Date(untilEpoch).toISOString(), ...(refusal && { refusal }) }
}

/** Returns what a purchase waits for; null if it is settled or only the person can help. */
function waitOf({ state }: PurchaseRecord, { chain, service }: PurchaseDetails['waits']): Wait | null {
  const only = (what: Wait['what']): Wait => ({ what, untilEpoch: null })
  if (isSettled(state) || state.registration === 'rejected' || state.attention === 'chain-changed') return null
  if (state.payment !== 'confirmed' && state.payment !== 'final') return chain ?? only('network')
  if (state.registration !== 'registered') return service ?? only('service')
  const delivery = deliveryOf(state.serviceStatus)
  if (delivery === 'pending') return service ?? only('delivery')
  return awaitsRefund(state) ? (chain ?? only('refund')) : only('finality')
}

function isRefunded({ type }: DatedEvent): boolean {
  return type === 'refund-seen' || type === 'refund-confirmed'
}

function timelineOf({ state }: PurchaseRecord, events: readonly DatedEvent[]): PurchaseView['timeline'] {
  const lastOf = (matches: (event: DatedEvent) => boolean): string | null => {
    const found = events.findLast(matches)
    return found ? new Date(found.at).toISOString() : null
  }
  const firstOf = (matches: (event: DatedEvent) => boolean): string | null => {
    const found = events.find(matches)
    return found ? new Date(found.at).toISOString() : null
  }
  const isConfirmed = state.payment === 'confirmed' || state.payment === 'final'
  const delivery = deliveryOf(state.serviceStatus)
  const settled = firstOf((event) => deliveryOf(event.status) === delivery)
  const stages: { stage: TimelineStage; at: string | null }[] = [
    { stage: 'signed', at: firstOf((event) => event.type === 'signed') },
    { stage: 'confirmed', at: isConfirmed ? lastOf((event) => event.type === 'confirmed') : null },
    {
      stage: 'registered',
      at: state.registration === 'registered' ? firstOf((event) => event.type === 'registered') : null,
    },
  ]
  if (delivery !== 'failed') return [...stages, { stage: 'delivered', at: delivery === 'done' ? settled : null }]
  return [...stages, { stage: 'failed', at: settled }, { stage: 'refunded', at: lastOf(isRefunded) }]
}
