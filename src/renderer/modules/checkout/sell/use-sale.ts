import { computed, ref, shallowRef, watch } from 'vue'
import { compareDecimals, subtractDecimals, type Decimal } from '../../../../shared/money.ts'
import type { SaleOfferView, SaleView, SameSaleView } from '../../../../shared/sales/views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { request } from '../../../app/requests/client.ts'
import { typedCash } from '../../../app/formats/typed-amount.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import type { QuoteReview } from '../review/use-quote.ts'

/** A product's price in cash, as its tile shows it. */
export interface TilePrice {
  readonly currency: string
  readonly price: Decimal
}

/**
 * Sells a priced offer for cash at a register in shop mode: the customer's price, the cash given, and the change. `known` is a sale of the same
 * minutes ago, as far as it is known before the price.
 */
export function useSale(review: QuoteReview, tile: () => TilePrice | null, known: () => SameSaleView) {
  const app = useAppStore()
  const offer = shallowRef<SaleOfferView | null>(null)
  const given = ref('')
  const acceptSame = ref(false)
  const pricing = useTask((purchaseId: string) => request('sales.offer', { purchaseId }))
  const isChecking = computed(() => review.asking.running.value || pricing.running.value)

  /** A sale of the same minutes ago: as it is known before the price, then as it is with it. */
  const same = computed(() => (offer.value === null ? known() : offer.value.same))
  const isSameOpen = computed(() => same.value !== null && !acceptSame.value)
  watch(known, () => (acceptSame.value = false))

  /** The price to ask the customer for: the tile's, until the service's own price raises it. */
  const asked = computed<TilePrice | null>(() => offer.value ?? tile())
  const amount = computed(() => (asked.value === null ? null : typedCash(given.value, asked.value.currency)))
  /** The change or the missing amount; null until an amount is typed. */
  const paid = computed(() => {
    if (asked.value === null || amount.value === null) return null
    const { price } = asked.value
    return compareDecimals(amount.value, price) < 0
      ? { change: null, missing: subtractDecimals(price, amount.value) }
      : { change: subtractDecimals(amount.value, price), missing: null }
  })
  const change = computed(() => paid.value?.change ?? null)
  const missing = computed(() => paid.value?.missing ?? null)
  /** A clerk does not see the paid address, so a changed one needs the manager's own sale. */
  const isManagersSale = computed(() => app.role !== 'manager' && review.has('recipient-changed'))
  /** A clerk needs the manager's password to override a limit or a doubt; a fee above the cap needs it from everybody. */
  const needsManager = computed(() => {
    if (review.has('fee-high')) return true
    const isMore = review.isCoinDoubted.value || review.has('not-simulated')
    return app.role !== 'manager' && (isMore || (offer.value?.exceededLimits.length ?? 0) > 0)
  })
  /** The question that the clerk must answer before the sale; null if nothing is open. */
  const openQuestion = computed<'terms' | 'manager' | 'other' | null>(() => {
    if (offer.value === null || isChecking.value || review.isBlocked.value) return null
    if (isManagersSale.value || isSameOpen.value) return 'other'
    if (needsManager.value && review.feePassword.value === '') return 'manager'
    if (review.isConsented.value) return null
    return review.needsTerms.value && !review.acceptTerms.value ? 'terms' : 'other'
  })
  /** Whether the sale cannot be made as it is: there is no price, or the payment is blocked. */
  const isOff = computed(() => !isChecking.value && (offer.value === null || review.isBlocked.value))
  /** Whether everything is answered; an expired price is asked for again at the sale. */
  const canSell = computed(
    () =>
      offer.value !== null &&
      !isChecking.value &&
      !review.isBlocked.value &&
      openQuestion.value === null &&
      change.value !== null,
  )
  const selling = useTask((input: Parameters<typeof request<'sales.confirm'>>[1]) => request('sales.confirm', input))

  watch(review.quote, (quote) => {
    if (quote === null) offer.value = null
  })

  /** Asks the service for its price, and main for the customer's. */
  async function ask(): Promise<void> {
    selling.error.value = null
    pricing.error.value = null
    await review.ask()
    const { value: quote } = review.quote
    if (review.asking.error.value !== null || !quote?.payment || review.isBlocked.value) return
    const priced = (await pricing.run(quote.purchaseId)) ?? null
    if (review.quote.value === quote) offer.value = priced
  }
  /**
   * Takes the cash and pays, with the clerk's PIN where each sale takes it. Returns undefined if the sale was refused (see
   * `selling.error`), or if the price changed meanwhile.
   */
  async function sell(pin: string | null): Promise<SaleView | undefined> {
    const price = offer.value?.price
    if (review.isExpired.value) await ask()
    const { value: quote } = review.quote
    if (!canSell.value || review.isExpired.value || !quote?.payment || amount.value === null) return undefined
    if (price === undefined || offer.value?.price !== price) return undefined
    return await selling.run({
      ...review.consentTo(quote),
      recipient: quote.payment.recipient,
      price,
      given: amount.value,
      acceptSame: acceptSame.value,
      password: needsManager.value ? review.feePassword.value : null,
      pin,
    })
  }
  function reset(): void {
    offer.value = null
    given.value = ''
    acceptSame.value = false
    selling.error.value = null
    pricing.error.value = null
  }
  return {
    offer,
    asked,
    given,
    same,
    isSameOpen,
    acceptSame,
    pricing,
    isChecking,
    amount,
    change,
    missing,
    isManagersSale,
    needsManager,
    openQuestion,
    isOff,
    canSell,
    selling,
    ask,
    sell,
    reset,
  }
}

/** A sale for cash in the making. */
export type CashSale = ReturnType<typeof useSale>
