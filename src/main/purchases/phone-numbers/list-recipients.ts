import { setImmediate as turn } from 'node:timers/promises'
import { readDeliveryOrNull } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { DeliveryDetails } from '../purchase-record.ts'
import { recipientOf } from '../recipient-of.ts'
import { listDelivered } from './numbers-repository.ts'

/** To whom a purchase was delivered. */
export interface Recipient {
  readonly purchaseId: string
  readonly sku: string
  /** The product's country; null if not recorded. */
  readonly country: string | null
  /** The product's type. */
  readonly type: string
  /** The phone number or e-mail address as it was sent. */
  readonly to: string
  /** The recipient's name, if the product asked for it. */
  readonly name: string | null
}

/** More would say what was usual years ago. */
const SEARCHED = 500
/** Deliveries opened at a time, so that main answers in between. */
const AT_ONCE = 100

/** Lists the recipients of the owner's last deliveries, newest first; customers of the counter are not the owner's people. */
export async function listRecipients(context: Pick<PurchaseContext, 'ledger' | 'sealer'>): Promise<Recipient[]> {
  const found: Recipient[] = []
  for (const [index, { id, sku, country, type }] of listDelivered(context.ledger, 'own', SEARCHED).entries()) {
    if (index > 0 && index % AT_ONCE === 0) await turn()
    const delivery = readDeliveryOrNull(context, id)
    const to = delivery && recipientOf(delivery)
    if (delivery && to) found.push({ purchaseId: id, sku, country, type, to, name: nameIn(delivery) })
  }
  return found
}

function nameIn({ fields }: DeliveryDetails): string | null {
  const names = fields.filter(({ key, value }) => /^recipient.*name/i.test(key) && value !== '')
  return names.length === 0 ? null : names.map(({ value }) => value).join(' ')
}
