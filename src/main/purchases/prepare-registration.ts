import { randomUUID } from 'node:crypto'
import { fromUnits } from '../../shared/money.ts'
import { spendBody } from '../service/spend-body.ts'
import { readDelivery } from './delivery.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import { payStep, type PurchaseRecord } from './purchase-record.ts'
import { applyEvent } from './purchase-repository.ts'
import { insertRegistration } from './registration-repository.ts'

/** The purpose a registration's sealed body is bound to. */
export const bodyPurpose = (idempotencyKey: string): string => `registration ${idempotencyKey} body`

/** Builds a confirmed purchase's registration and stores body and key before the first attempt; every attempt sends exactly those. */
export function prepareRegistration(context: PurchaseContext, service: PurchaseService, record: PurchaseRecord): void {
  const hash = payStep(record).minedHash
  if (hash === null) return
  const { terms } = record
  const delivery = readDelivery(context, record.id)
  const idempotencyKey = randomUUID()
  const body = spendBody(service.profile, {
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
  })
  const sealedBody = context.sealer.seal(body, bodyPurpose(idempotencyKey))
  const preparedAt = context.now()
  applyEvent(context.ledger, record.id, { type: 'registration-prepared' }, preparedAt, {
    write: () =>
      insertRegistration(context.ledger, record.id, { idempotencyKey, paymentHash: hash, sealedBody, preparedAt }),
  })
  context.onChanged(record.id)
}
