import { setImmediate as turn } from 'node:timers/promises'
import { readDeliveryOrNull } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { doubtNumber, type KnownNumber, type NumberDoubt } from './doubt-number.ts'
import { listDelivered, type Delivered } from './numbers-repository.ts'

/** A product for a phone number. */
export interface NumberedProduct {
  readonly brandSlug: string
  readonly productType: string
}

/** The phone numbers of earlier deliveries. */
export interface KnownNumbers {
  /** Returns why a reference, if it is a phone number, is probably not the one that is meant; null if nothing says so. */
  doubt(product: NumberedProduct, reference: string): Promise<NumberDoubt | null>
}

/** As many deliveries as a shop makes in some weeks; more would slow down each key. */
const SEARCHED = 2_000
/** Deliveries opened at a time, so that main answers in between. */
const AT_ONCE = 200

/** Keeps the numbers of deliveries that were opened once; a delivery never changes. */
export function createKnownNumbers(context: Pick<PurchaseContext, 'ledger' | 'sealer'>): KnownNumbers {
  const opened = new Map<string, string>()

  /** Returns a delivery's reference if it is a phone number, else ''. What the records key does not open is tried again. */
  function phoneOf({ id }: Delivered): string {
    const known = opened.get(id)
    if (known !== undefined) return known
    const delivery = readDeliveryOrNull(context, id)
    if (delivery === null) return ''
    const phone = digitsOf(delivery.reference) === null ? '' : delivery.reference
    opened.set(id, phone)
    return phone
  }

  async function read(): Promise<KnownNumber[]> {
    const numbers = new Map<
      string,
      { reference: string; deliveries: number; topUps: KnownNumber['topUps'][number][] }
    >()
    for (const [index, one] of listDelivered(context.ledger, SEARCHED).entries()) {
      if (index > 0 && index % AT_ONCE === 0) await turn()
      const reference = phoneOf(one)
      const digits = digitsOf(reference)
      if (digits === null) continue
      const number = numbers.get(digits) ?? { reference, deliveries: 0, topUps: [] }
      number.deliveries++
      if (one.type === 'topup') number.topUps.push({ slug: one.slug, name: one.name })
      numbers.set(digits, number)
    }
    return [...numbers].map(([digits, number]) => ({ digits, ...number }))
  }

  return {
    async doubt({ brandSlug, productType }, reference) {
      const digits = digitsOf(reference)
      return digits === null ? null : doubtNumber(digits, productType === 'topup' ? brandSlug : null, await read())
    },
  }
}

/** Returns the digits of a text that is a phone number (ITU E.164: at most 15), else null. */
function digitsOf(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  return /^\+?[\d\s().-]+$/.test(text) && digits.length >= 6 && digits.length <= 15 ? digits : null
}
