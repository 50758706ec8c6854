import { computed, ref, shallowRef, watch } from 'vue'
import { compareDecimals, subtractDecimals } from '../../../../shared/money.ts'
import type { SaleOfferView, SaleView } from '../../../../shared/sales/views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { request } from '../../../app/client.ts'
import { typedCash } from '../../../app/formats/typed-amount.ts'
import { useTask } from '../../../app/use-task.ts'
import type { QuoteReview } from '../review/use-quote.ts'

/** Sells a priced offer for cash at a register in shop mode: the customer's price, the cash given, and the change. */
export function useSale(review: QuoteReview) {
  const app = useAppStore()
  const isCash = computed(() => app.app?.kiosk.on === true)
  const offer = shallowRef<SaleOfferView | null>(null)
  const given = ref('')
  const acceptSame = ref(false)
  const pricing = useTask((purchaseId: string) => request('sales.offer', { purchaseId }))

  watch(review.quote, async (quote) => {
    offer.value = null
    given.value = ''
    acceptSame.value = false
    pricing.error.value = null
    if (!isCash.value || !quote?.payment || review.isBlocked.value) return
    offer.value = (await pricing.run(quote.purchaseId)) ?? null
  })

  const amount = computed(() => (offer.value === null ? null : typedCash(given.value, offer.value.currency)))
  /** The change or the missing amount; null until an amount is typed. */
  const paid = computed(() => {
    const price = offer.value?.price
    if (price === undefined || amount.value === null) return null
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
  const canSell = computed(
    () =>
      !isManagersSale.value &&
      review.canConfirm.value &&
      change.value !== null &&
      (offer.value?.same === null || acceptSame.value) &&
      (!needsManager.value || review.feePassword.value !== ''),
  )
  const selling = useTask((input: Parameters<typeof request<'sales.confirm'>>[1]) => request('sales.confirm', input))

  /** Takes the cash and pays; returns undefined if the sale was refused (see `selling.error`). */
  async function sell(): Promise<SaleView | undefined> {
    const { value: quote } = review.quote
    if (!canSell.value || !quote?.payment || offer.value === null || amount.value === null) return undefined
    return await selling.run({
      ...review.consentTo(quote),
      recipient: quote.payment.recipient,
      price: offer.value.price,
      given: amount.value,
      acceptSame: acceptSame.value,
      password: needsManager.value ? review.feePassword.value : null,
    })
  }
  return {
    isCash,
    offer,
    given,
    acceptSame,
    pricing,
    amount,
    change,
    missing,
    isManagersSale,
    needsManager,
    canSell,
    selling,
    sell,
  }
}

/** A sale for cash in the making. */
export type CashSale = ReturnType<typeof useSale>
