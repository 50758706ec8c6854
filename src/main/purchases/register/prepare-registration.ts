import { randomUUID } from 'node:crypto'
import type { ReadableDb } from '../../db/connections.ts'
import { readRestoredAt } from '../../db/copies/restored-mark.ts'
import { fromUnits } from '../../../shared/money.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import { spendBody } from '../../service/operations/spend-body.ts'
import { readDelivery } from '../delivery.ts'
import { readAskedAt } from '../external/external-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { payStep, type DeliveryDetails, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent } from '../purchase-repository.ts'
import { insertRegistration, type StoredRegistration } from './registration-repository.ts'

/**
 * Builds a confirmed purchase's registration and stores body and key before the first attempt; every attempt sends exactly those. Changes
 * nothing if one was prepared since `record` was read.
 */
export function prepareRegistration(context: PurchaseContext, service: ProfileService, record: PurchaseRecord): void {
  const registration = buildRegistration(context, service, record, readDelivery(context, record.id))
  if (registration === null) return
  const { ledger } = context
  const { preparedAt } = registration
  const isPrepared = ledger
    .transaction(() => {
      const write = (): void => insertRegistration(ledger, record.id, registration)
      const after = applyEvent(ledger, record.id, { type: 'registration-prepared' }, preparedAt, { write })
      // The original of this restored ledger may have registered it since under another key, so the list is read first.
      if (after !== null && isFromCopy(ledger, record))
        applyEvent(ledger, record.id, { type: 'registration-unclear' }, preparedAt)
      return after !== null
    })
    .immediate()
  if (isPrepared) context.onChanged(record.id)
}

/**
 * Returns a registration of the mined payment under a new key; null before it is mined. `intentChain` is the form of the network's name: its
 * key or its chain ID, by default as the profile says.
 */
export function buildRegistration(
  context: PurchaseContext,
  service: ProfileService,
  record: PurchaseRecord,
  delivery: DeliveryDetails,
  intentChain: Profile['intentChain'] = service.profile.intentChain,
): StoredRegistration | null {
  const hash = payStep(record).minedHash
  if (hash === null) return null
  const { terms } = record
  const idempotencyKey = randomUUID()
  const body = spendBody(
    { integrator: service.profile.integrator, intentChain },
    {
      reference: delivery.reference,
      requiredFields: delivery.fields,
      sku: terms.product.sku,
      amount: fromUnits(terms.payment.units, terms.token.decimals),
      network: terms.network,
      tokenAddress: terms.token.listedAddress,
      wallet: record.from,
      // Nothing is paid or asked of another wallet before the terms are accepted.
      hasAcceptedTerms: true,
      quoteId: terms.quote.id,
      hash,
      virtualMachineType: 'EVM',
    },
  )
  const sealedBody = context.sealer.seal(body, bodyPurpose(idempotencyKey))
  return { idempotencyKey, paymentHash: hash, sealedBody, preparedAt: context.now() }
}

/** Returns the purpose that a registration's body is sealed for. */
export const bodyPurpose = (idempotencyKey: string): string => `registration ${idempotencyKey} body`

/** Returns the purpose that the service's answer to a registration is sealed for. */
export const answerPurpose = (idempotencyKey: string): string => `registration ${idempotencyKey} answer`

/** Returns whether the purchase, or the request to another wallet to pay for it, is already in the copy that this ledger was restored from. */
function isFromCopy(ledger: ReadableDb, { id, createdAt }: PurchaseRecord): boolean {
  const restoredAt = readRestoredAt(ledger)
  return restoredAt !== null && (readAskedAt(ledger, id) ?? createdAt) <= restoredAt
}
