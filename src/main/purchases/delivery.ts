import type { ReadableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { deliverySchema, type DeliveryDetails } from './purchase-record.ts'
import { readSealedDelivery } from './purchase-repository.ts'

/** The purpose a purchase's sealed delivery is bound to. */
const deliveryPurpose = (purchaseId: string): string => `purchase ${purchaseId} delivery`

/** Seals a purchase's delivery. */
export function sealDelivery(
  { sealer }: { readonly sealer: Sealer },
  purchaseId: string,
  delivery: DeliveryDetails,
): Uint8Array {
  return sealer.seal(JSON.stringify(delivery), deliveryPurpose(purchaseId))
}

/** Opens a purchase's delivery; throws if the records key does not open it. */
export function readDelivery(
  context: { readonly ledger: ReadableDb; readonly sealer: Sealer },
  purchaseId: string,
  box: Uint8Array = readSealedDelivery(context.ledger, purchaseId),
): DeliveryDetails {
  return deliverySchema.parse(JSON.parse(context.sealer.unseal(box, deliveryPurpose(purchaseId))))
}

/** Opens a purchase's delivery; null if the records key does not open it. */
export function readDeliveryOrNull(
  context: { readonly ledger: ReadableDb; readonly sealer: Sealer },
  purchaseId: string,
  box?: Uint8Array,
): DeliveryDetails | null {
  try {
    return readDelivery(context, purchaseId, box)
  } catch {
    return null
  }
}

const recordedPurpose = (purchaseId: string): string => `purchase ${purchaseId} recorded reference`

/** Seals the reference that a service recorded, as base64. */
export function sealRecordedReference(context: PurchaseContext, purchaseId: string, reference: string): string {
  return Buffer.from(context.sealer.seal(reference, recordedPurpose(purchaseId))).toString('base64')
}

/** Opens the reference that a service recorded; null if the records key does not open it. */
export function readRecordedReference(context: PurchaseContext, purchaseId: string, sealed: string): string | null {
  try {
    return context.sealer.unseal(Buffer.from(sealed, 'base64'), recordedPurpose(purchaseId))
  } catch {
    return null
  }
}

/** Returns the fields that a product asked for, as they were filled in; none if they cannot be read. */
export function filledFieldsOf(delivery: DeliveryDetails | null): { name: string; value: string }[] {
  return delivery?.fields.map(({ key, value }) => ({ name: key, value })) ?? []
}
