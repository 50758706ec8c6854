import { AppError, toAppError } from '../../src/shared/errors.ts'
import type { SaleOfferView, SaleView } from '../../src/shared/sales/views.ts'
import type { QuoteView } from '../../src/shared/checkout/views.ts'
import type { SaleConfirmation } from '../../src/main/sales/create-sales.ts'
import type { Choice } from '../../src/main/purchases/quote/offer.ts'
import { plainConsentTo } from '../../src/testing/purchases/consent.ts'
import { isLedgerFault } from '../crash/ledger-fault.ts'
import type { Market } from '../sales/open-market.ts'
import { PINS } from './counter.ts'
import { fromCents, toCents, type Drawer } from './drawer.ts'
import type { Power } from './power.ts'
import type { Tally } from './tally.ts'
import type { Order } from './orders.ts'

/** The customer at the counter. */
export interface Customer {
  readonly order: Order
  purchaseId: string | null
  /** Set while the cash lies on the counter and Pay was pressed. */
  given: string | null
}

/**
 * Creates the function that serves a customer as a clerk does, from the PIN to the receipt. It throws on a power cut.
 * It tallies customers who could not be served, and everything that a clerk should never see.
 */
export function createServing(
  { clock, busy }: Market,
  { counter, isOut }: Power,
  drawer: Drawer,
  tally: Tally,
): (customer: Customer) => Promise<void> {
  let last: Choice | null = null

  async function signIn(name: Order['clerk'], mistypes: boolean): Promise<void> {
    const { session, clerks } = counter()
    if (session.view().clerk?.name === name) return
    const id = clerks.list().find((clerk) => clerk.name === name)?.id ?? ''
    session.signOut()
    if (mistypes) {
      await expectRefusal('wrong-pin', () => busy.while(() => session.signIn(id, '0000')))
      tally.wrongPins += 1
    }
    await busy.while(() => session.signIn(id, PINS[name]))
  }

  async function expectRefusal(code: string, action: () => Promise<unknown>): Promise<void> {
    const reason = await action().then(() => 'nothing', reasonUnlessFault)
    if (!isOut() && reason !== code) tally.unexpected.push(`${reason} in place of ${code}`)
  }

  function wanted({ network, token, fails, reference, dear, again }: Order): Choice {
    if (again !== null && last !== null) return last
    const choice = counter().choice(network, token, fails, reference)
    if (!dear) return choice
    return { ...choice, product: { ...choice.product, sku: 'juniperline_US_10.00-I', fiatValue: '10.00' } }
  }

  async function attempt(customer: Customer): Promise<void> {
    const { order } = customer
    const { purchases, service, session, sales } = counter()
    await signIn(order.clerk, order.mistypes)
    const choice = wanted(order)
    const offer = await purchases.quote(service, choice, null)
    customer.purchaseId = offer.purchaseId
    const clerk = session.view().clerk?.id ?? null
    const offered = await sales.offer(offer.purchaseId, clerk)
    await clock.sleep(order.looksMs)
    const sale = await press(customer, offer, offered, clerk)
    if (sale === null) return
    if (sale.price !== offered.price) tally.unexpected.push('another price than the one offered')
    drawer.take(sale.purchaseId, sale.given, sale.change)
    last = order.fails ? null : choice
    // From here on the customer is served, whatever happens to the receipt.
    sales.receipt(sale.purchaseId, null)
    sales.printed(sale.purchaseId)
  }

  /** Confirms the sale. Returns null for a customer who ordered by mistake. */
  async function press(
    customer: Customer,
    offer: QuoteView,
    { price, same, exceededLimits }: SaleOfferView,
    clerk: string | null,
  ): Promise<SaleView | null> {
    const { order } = customer
    const { sales } = counter()
    const given = fromCents(Math.ceil(toCents(price) / 5_000) * 5_000)
    const consent: SaleConfirmation = {
      ...plainConsentTo(offer),
      acceptFee: false,
      price,
      given,
      acceptSame: false,
      byManager: false,
    }
    const confirm = (changes: Partial<SaleConfirmation>): Promise<SaleView> =>
      sales.confirm({ ...consent, ...changes }, clerk)
    if (order.short) await expectRefusal('too-little', () => confirm({ given: '50.00' }))
    if (same !== null) {
      tally.duplicateQuestions += 1
      await expectRefusal('same-sale', () => confirm({}))
      if (order.again !== 'meant') return null
    }
    if (exceededLimits.length > 0) {
      await expectRefusal('limit-reached', () => confirm({ acceptSame: true }))
      tally.limitsPassed += 1
    }
    customer.given = given
    for (;;) {
      try {
        return await confirm({ acceptSame: same !== null, byManager: exceededLimits.length > 0 })
      } catch (error) {
        if (isOut() || isLedgerFault(error)) throw error
        if (reasonOf(error) !== 'purchase-in-progress') {
          customer.given = null
          throw error
        }
        await clock.sleep(4_000)
      }
    }
  }

  return async (customer) => {
    try {
      await attempt(customer)
    } catch (error) {
      if (isOut() || isLedgerFault(error)) throw error
      const { code, details } = toAppError(error)
      const isBudget = code === 'service-budget-spent' || code === 'service-rate-limited'
      if (!isBudget) tally.unexpected.push(`${reasonOf(error)}: ${String(error)}`)
      else if (typeof details?.until === 'number' && details.until > clock.now()) tally.turnedAway += 1
      else tally.notNotified += 1
    }
  }
}

/** Returns an error's reason. Throws a commit's that failed. */
function reasonUnlessFault(error: unknown): string {
  if (isLedgerFault(error)) throw error
  return reasonOf(error)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return String(error)
  const { reason } = error.details ?? {}
  return typeof reason === 'string' && error.code === 'not-allowed' ? reason : error.code
}
