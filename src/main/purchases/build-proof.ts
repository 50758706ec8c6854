import { getAddress } from 'viem'
import { fromUnits } from '../../shared/money.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import { answerPurpose, bodyPurpose } from './register/prepare-registration.ts'
import { readDeliveryOrNull } from './delivery.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { readEvents } from './purchase-repository.ts'
import { readAttempts, readRegistrations, type StoredRegistration } from './register/registration-repository.ts'
import { readPossibleRefunds } from './refund/refund-repository.ts'
import { readRepeats } from './repeat-repository.ts'

const timeOf = (epoch: number): string => new Date(epoch).toISOString()

/**
 * Returns all evidence of a purchase for the service's support, as JSON text: the frozen offer, every transaction ever signed for it with
 * its outcome, every registration with its attempts, and the dated events. It contains no key and no token; a part that the records key
 * cannot open is null.
 */
export function buildProof(context: PurchaseContext, record: PurchaseRecord): string {
  const { ledger, now } = context
  const { id, terms, state, spend } = record
  const { profileName, product, network, token, quote, payment } = terms
  const profile = context.service(record.profileId)?.profile
  const proof = {
    kind: 'till-purchase-proof',
    version: 1,
    madeAt: timeOf(now()),
    purchase: { id, createdAt: timeOf(record.createdAt), ...readRepeats(ledger, id), state },
    service: { name: profileName, baseUrl: profile?.baseUrl ?? null, integrator: profile?.integrator ?? null },
    product: { sku: product.sku, brand: product.brandName, type: product.productType, country: product.country },
    delivery: readDeliveryOrNull(context, id),
    // What the service asked for: another wallet may have paid another amount.
    quote: { ...quote, ...record.externalAsked },
    payment: {
      from: record.from,
      to: payment.to,
      recipient: payment.recipient,
      shape: payment.shape,
      amount: fromUnits(payment.units, token.decimals),
      units: payment.units.toString(),
      token: { symbol: token.symbol, address: token.address, decimals: token.decimals },
      network: { key: network.key, name: network.name, chainId: network.chainId, instance: record.chainInstance },
    },
    steps: record.steps.map(proveStep),
    registrations: proveRegistrations(context, id),
    spend: spend && {
      transactionId: spend.transactionId,
      recordId: spend.recordId,
      recorded: spend.recorded,
      readAt: timeOf(spend.readAt),
    },
    ...proveRefunds(context, record),
    events: readEvents(ledger, id).map(({ at, ...event }) => ({ at: timeOf(at), ...event })),
  }
  return `${JSON.stringify(proof, null, 2)}\n`
}

function proveStep({ kind, state, nonce, minedHash, blockNumber, blockHash, feeUnits, signed }: StepRecord): unknown {
  const networkFee = feeUnits === null ? null : fromUnits(feeUnits, NATIVE_DECIMALS)
  const mined = { hash: minedHash, blockNumber: blockNumber?.toString() ?? null, blockHash, networkFee }
  return { kind, state, nonce, mined: minedHash === null ? null : mined, signed }
}

function proveRegistrations(context: PurchaseContext, id: string): unknown {
  const attempts = readAttempts(context.ledger, id)
  return readRegistrations(context.ledger, id).map((registration) => ({
    idempotencyKey: registration.idempotencyKey,
    paymentHash: registration.paymentHash,
    preparedAt: timeOf(registration.preparedAt),
    body: openBody(context, registration),
    attemptsMade: registration.attempts,
    attempts: attempts
      .filter(({ idempotencyKey }) => idempotencyKey === registration.idempotencyKey)
      .map(({ at, outcome, detail, sealedAnswer }) => ({
        at: timeOf(at),
        outcome,
        detail,
        answer: sealedAnswer && openAnswer(context, registration, sealedAnswer),
      })),
  }))
}

function proveRefunds({ ledger }: PurchaseContext, { id, terms, refunds }: PurchaseRecord): object {
  const amountOf = (units: bigint): string => fromUnits(units, terms.token.decimals)
  return {
    refunds: refunds.map(({ hash, units, from, evidence }) => ({
      hash,
      amount: amountOf(units),
      from: from && getAddress(from),
      evidence,
    })),
    possibleRefunds: readPossibleRefunds(ledger, id).map(
      ({ hash, sender, units, isProven, happenedAt, declinedAt }) => ({
        hash,
        from: getAddress(sender),
        amount: amountOf(units),
        isProven,
        at: happenedAt === null ? null : timeOf(happenedAt),
        declinedAt: declinedAt === null ? null : timeOf(declinedAt),
      }),
    ),
  }
}

/** Returns a body exactly as it was sent. */
function openBody(context: PurchaseContext, { sealedBody, idempotencyKey }: StoredRegistration): string | null {
  return openOrNull(context, sealedBody, bodyPurpose(idempotencyKey))
}

/** Returns the status and the text of the service's answer. */
function openAnswer(context: PurchaseContext, { idempotencyKey }: StoredRegistration, sealed: Uint8Array): unknown {
  const text = openOrNull(context, sealed, answerPurpose(idempotencyKey))
  return text === null ? null : JSON.parse(text)
}

function openOrNull({ sealer }: PurchaseContext, sealed: Uint8Array, purpose: string): string | null {
  try {
    return sealer.unseal(sealed, purpose)
  } catch {
    return null
  }
}
