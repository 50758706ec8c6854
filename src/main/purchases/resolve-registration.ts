import { AppError } from '../../shared/errors.ts'
import type { AllTransactions } from '../service/read-all-transactions.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { applyEvent } from './purchase-repository.ts'
import { readRegistration } from './registration-repository.ts'

/** Complete lists without the payment before its absence counts. */
const ABSENCES_NEEDED = 2

/**
 * Finds out from the service's whole list whether an unclear registration happened: `registered`, `absent` once it was missing
 * from two complete lists, else `unknown`. `absences` counts the complete lists that lacked it, per purchase, in this process.
 */
export async function resolveRegistration(
  context: PurchaseContext,
  service: PurchaseService,
  record: PurchaseRecord,
  absences: Map<string, number>,
): Promise<'registered' | 'absent' | 'unknown'> {
  const stored = readRegistration(context.ledger, record.id)
  if (stored === null) throw new Error('An unclear registration without its body')
  const list: AllTransactions = await service.client.readAllTransactions({ address: record.from, owner: record.id })
  const found = list.transactions.find((one) => one.blockchainTransactionHash === stored.paymentHash.toLowerCase())
  if (found) {
    absences.delete(record.id)
    applyEvent(context.ledger, record.id, { type: 'registered', status: found.status }, context.now(), {
      spend: {
        transactionId: found.id,
        recordId: found.recordId,
        isDeleted: false,
        logoUrl: found.imageUrl,
        readAt: context.now(),
      },
    })
    if (found.productSku !== '' && found.productSku !== record.terms.product.sku) {
      const event = { type: 'attention-raised', reason: 'registered-differently' } as const
      applyEvent(context.ledger, record.id, event, context.now())
    }
    context.onChanged(record.id)
    return 'registered'
  }
  if (list.error) throw list.error
  if (!list.complete) throw new AppError('service-malformed', 'The service’s list is not complete')
  const seen = (absences.get(record.id) ?? 0) + 1
  absences.set(record.id, seen)
  return seen >= ABSENCES_NEEDED ? 'absent' : 'unknown'
}
