import { setImmediate as turn } from 'node:timers/promises'
import type { PersonView } from '../../../shared/people/views.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { doubtNumber, type KnownNumber, type NumberDoubt } from './doubt-number.ts'
import { isSameNumber } from './is-one-slip-away.ts'
import { listDelivered, type Delivered } from './numbers-repository.ts'

/** A product for a phone number. */
export interface NumberedProduct {
  readonly brandSlug: string
  readonly productType: string
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
/** Shorter ends of numbers would be alike by chance. */
const FEWEST_DIGITS = 8

/** A number in several forms, while its deliveries are counted. */
interface Counted {
  digits: string
  reference: string
  name: string | null
  deliveries: number
  readonly topUps: KnownNumber['topUps'][number][]
}

/** Keeps the numbers of deliveries that were opened once: what was delivered is not corrected any more. */
export function createKnownNumbers(context: Pick<PurchaseContext, 'ledger' | 'sealer'>): KnownNumbers {
  const opened = new Map<string, string>()

  /** Returns a delivery's reference if it is a phone number, else ''. What the records key does not open is tried again. */
  function phoneOf({ id, type }: Delivered): string {
    const known = opened.get(id)
    if (known !== undefined) return known
    const delivery = readDeliveryOrNull(context, id)
    if (delivery === null) return ''
    // Some services want numbers without their calling code: in a top-up they are phone numbers all the same.
    const isPhone = type === 'topup' || delivery.reference.startsWith('+')
    const phone = isPhone && digitsOf(delivery.reference) !== null ? delivery.reference : ''
    opened.set(id, phone)
    return phone
  }

  async function read(people: readonly Saved[]): Promise<KnownNumber[]> {
    const byEnd = new Map<string, Counted[]>()
    for (const { name, phones } of people)
      for (const phone of phones) {
        const number = numberIn(byEnd, phone)
        if (number) number.name ??= name
      }
    for (const [index, one] of listDelivered(context.ledger, 'all', SEARCHED).entries()) {
      if (index > 0 && index % AT_ONCE === 0) await turn()
      count(byEnd, one, phoneOf(one))
    }
    return [...byEnd.values()].flat()
  }

  return {
    async doubt(product, number, people) {
      const digits = digitsOf(number)
      return digits === null
        ? null
        : doubtNumber(digits, product?.productType === 'topup' ? product.brandSlug : null, await read(people))
    },
  }
}

/** Counts a delivery for its number. */
function count(byEnd: Map<string, Counted[]>, { type, slug, name }: Delivered, reference: string): void {
  const number = numberIn(byEnd, reference)
  if (number === null) return
  number.deliveries++
  if (type === 'topup') number.topUps.push({ slug, name })
}

/** Returns the entry of a number, in whichever form it was sent or saved, and adds it if there is none; null if it is no phone number. */
function numberIn(byEnd: Map<string, Counted[]>, reference: string): Counted | null {
  const digits = digitsOf(reference)
  if (digits === null) return null
  const end = digits.slice(-FEWEST_DIGITS)
  const alike = byEnd.get(end) ?? []
  byEnd.set(end, alike)
  const known = alike.find((one) => isSameNumber(one.digits, digits))
  const number = known ?? { digits, reference, name: null, deliveries: 0, topUps: [] }
  if (known === undefined) alike.push(number)
  // The longer form has the calling code.
  if (digits.length > number.digits.length) Object.assign(number, { digits, reference })
  return number
}

/** Returns the digits of a text that is a whole phone number (ITU E.164: at most 15), else null. */
function digitsOf(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  return /^\+?[\d\s().-]+$/.test(text) && digits.length >= FEWEST_DIGITS && digits.length <= 15 ? digits : null
}
