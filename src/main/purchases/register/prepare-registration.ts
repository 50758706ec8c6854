import { randomUUID } from 'node:crypto'
import type { ReadableDb } from '../../db/connections.ts'
import { readRestoredAt } from '../../db/restored.ts'
import { fromUnits } from '../../../shared/money.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import { spendBody } from '../../service/operations/spend-body.ts'
import { readDelivery } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/profile-service.ts'
import { payStep, type Delivery, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent } from '../purchase-repository.ts'
import { insertRegistration, type StoredRegistration } from './registration-repository.ts'

/** The purpose a registration's sealed body is bound to. */
export const bodyPurpose = (idempotencyKey: string): string => `registration ${idempotencyKey} body`

/** The purpose that what the service answered to a registration is bound to. */
export const answerPurpose = (idempotencyKey: string): string => `registration ${idempotencyKey} answer`

/** Builds a confirmed purchase's registration and stores body and key before the first attempt; every attempt sends exactly those. */
export function prepareRegistration(context: PurchaseContext, service: ProfileService, record: PurchaseRecord): void {
  const registration = buildRegistration(context, service, record, readDelivery(context, record.id))
  if (registration === null) return
  const { ledger } = context
  const { preparedAt } = registration
  ledger
    .transaction(() => {
      applyEvent(ledger, record.id, { type: 'registration-prepared' }, preparedAt, {
        write: () => insertRegistration(ledger, record.id, registration),
      })
      // The ledger that this one is a copy of may have registered it since, under another key: the list is read first.
      if (isFromCopy(ledger, record)) applyEvent(ledger, record.id, { type: 'registration-unclear' }, preparedAt)
    })
    .immediate()
  context.onChanged(record.id)
}

/** Whether the purchase is older than the copy that its ledger came out of. */
function isFromCopy(ledger: ReadableDb, { createdAt }: PurchaseRecord): boolean {
  const restoredAt = readRestoredAt(ledger)
  return restoredAt !== null && createdAt <= restoredAt
}

/**
 * A registration of the payment that was mined, under a key of its own; null before there is one. `intentChain` is how it names the
 * network: as the profile says where left out.
 */
export function buildRegistration(
  context: PurchaseContext,
  service: ProfileService,
  record: PurchaseRecord,
  delivery: Delivery,
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
      hasAcceptedTerms: true,
      quoteId: terms.quote.id,
      hash,
      virtualMachineType: 'EVM',
    },
  )
  const sealedBody = context.sealer.seal(body, bodyPurpose(idempotencyKey))
  return { idempotencyKey, paymentHash: hash, sealedBody, preparedAt: context.now() }
}
