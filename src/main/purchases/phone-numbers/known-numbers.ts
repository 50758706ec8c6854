import { setImmediate as turn } from 'node:timers/promises'
import type { PersonView } from '../../../shared/people/views.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { doubtNumber, type KnownNumber, type NumberDoubt } from './doubt-number.ts'
import { listDelivered, type Delivered } from './numbers-repository.ts'
import { readNumber, type WrittenNumber } from './written-number.ts'

/** A product for a phone number. */
export interface NumberedProduct {
  readonly brandSlug: string
  readonly productType: string
  /** ISO alpha-2. */
  readonly country: string
}

/** Somebody whose numbers are saved. */
type Saved = Pick<PersonView, 'name' | 'phones'>

/** The phone numbers of earlier deliveries, and of saved people. */
export interface KnownNumbers {
  /** Returns why a phone number is probably not the one that is meant, for a product or before it is chosen; null if nothing says so. */
  doubt(product: NumberedProduct | null, number: string, people: readonly Saved[]): Promise<NumberDoubt | null>
}

/** As many deliveries as a shop makes in some weeks; more would slow down each key. */
const SEARCHED = 2_000
/** Deliveries opened at a time, so that main answers in between. */
const AT_ONCE = 200

/** A number while its deliveries are counted. */
interface Counted extends Omit<KnownNumber, 'topUps'> {
  forms: readonly string[]
  name: string | null
  deliveries: number
  readonly topUps: KnownNumber['topUps'][number][]
}

/** Keeps the numbers of deliveries that were opened once: what was delivered is not corrected any more. */
export function createKnownNumbers(context: Pick<PurchaseContext, 'ledger' | 'sealer'>): KnownNumbers {
  const opened = new Map<string, WrittenNumber | null>()

  /** Returns the phone number that a purchase was delivered to; null if it is none. What the records key does not open is tried again. */
  function phoneOf({ id, type, country }: Delivered): WrittenNumber | null {
    const known = opened.get(id)
    if (known !== undefined) return known
    const delivery = readDeliveryOrNull(context, id)
    if (delivery === null) return null
    // Some services want numbers without their calling code: in a top-up they are phone numbers all the same.
    const isPhone = type === 'topup' || delivery.reference.startsWith('+')
    const phone = isPhone ? readNumber(delivery.reference, country ?? '') : null
    opened.set(id, phone)
    return phone
  }

  async function read(people: readonly Saved[]): Promise<KnownNumber[]> {
    const counted = new Map<string, Counted>()
    for (const { name, phones } of people)
      for (const phone of phones) {
        const saved = readNumber(phone, '')
        if (saved) entryOf(counted, saved).name ??= name
      }
    for (const [index, one] of listDelivered(context.ledger, 'all', SEARCHED).entries()) {
      if (index > 0 && index % AT_ONCE === 0) await turn()
      const phone = phoneOf(one)
      if (phone) count(entryOf(counted, phone), one)
    }
    return [...counted.values()]
  }

  return {
    async doubt(product, number, people) {
      const typed = readNumber(number, product?.country ?? '')
      if (typed === null) return null
      return doubtNumber(typed, product?.productType === 'topup' ? product.brandSlug : null, await read(people))
    },
  }
}

/** Counts a delivery for its number. */
function count(number: Counted, { type, slug, name }: Delivered): void {
  number.deliveries++
  if (type === 'topup') number.topUps.push({ slug, name })
}

/** Returns the entry of a number, in whichever form it was sent or saved, and adds it if there is none. */
function entryOf(counted: Map<string, Counted>, { number, forms }: WrittenNumber): Counted {
  const known = counted.get(number)
  const entry = known ?? { number, forms, name: null, deliveries: 0, topUps: [] }
  entry.forms = [...new Set([...entry.forms, ...forms])]
  counted.set(number, entry)
  return entry
}
