import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { AppError } from '../../../../shared/errors.ts'
import { compareDecimals } from '../../../../shared/money.ts'
import type { QuoteView } from '../../../../shared/checkout/views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { useAccountsStore } from '../../../app/accounts/accounts-store.ts'
import { request } from '../../../app/requests/client.ts'
import { typedAmount } from '../../../app/formats/typed-amount.ts'
import { useNow } from '../../../app/timing/use-now.ts'
import { useReadFirst } from '../../../app/timing/use-read-first.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { useCheckoutStore } from '../checkout-store.ts'

interface Delivery {
  readonly sku: string
  readonly reference: string
  readonly fields: Record<string, string>
}

/** Returns whether a request failed because the service could not be reached, which the frame says. */
export const isOfConnection = ({ code }: AppError): boolean => code === 'offline' || code === 'service-timeout'

/** As long as a sentence takes to read. */
const READ_MS = 4_000

/** Holds the price that the user asked for, its remaining time, and the consent to exactly this price. */
export function useQuote(delivery: Ref<Delivery>, paymentMethod: Ref<{ networkKey: string; tokenKey: string } | null>) {
  const store = useCheckoutStore()
  const app = useAppStore()
  const accounts = useAccountsStore()
  const shopper = useShopperStore()
  const now = useNow(1000)
  const quote = shallowRef<QuoteView | null>(null)
  /** The last price, even if expired: an estimate of the next one. */
  const last = shallowRef<QuoteView | null>(null)
  const acceptTerms = ref(false)
  const acceptCoin = ref(false)
  const acceptRecipient = ref(false)
  const acceptUntried = ref(false)
  const feePassword = ref('')
  const typedTotal = ref('')

  const asking = useTask((chosen: { networkKey: string; tokenKey: string }) =>
    request('checkout.quote', {
      ...delivery.value,
      ...chosen,
      purchaseId: store.purchaseId,
      repeatOf: store.repeatOf,
      replaces: store.replaces,
      country: shopper.country,
    }),
  )
  /** A service of play money has no terms that anyone could read; at a register the manager still accepts them once. */
  const asksForTerms = (offer: QuoteView): boolean =>
    !offer.termsAccepted && (app.app?.profile?.playMoney !== true || app.app.kiosk.on)
  /** The user's consent to exactly what is on screen. */
  const consentTo = (offer: QuoteView) => ({
    purchaseId: offer.purchaseId,
    quoteKey: offer.quoteKey,
    totalAmount: offer.totalAmount,
    acceptTerms: acceptTerms.value || !asksForTerms(offer),
    acceptCoin: acceptCoin.value,
    acceptNewRecipient: acceptRecipient.value,
    acceptNotSimulated: acceptUntried.value,
  })
  const confirming = useTask(async (offer: QuoteView, recipient: string) => {
    const consent = {
      ...consentTo(offer),
      recipient,
      typedTotal: has('price-above') ? typedAmount(typedTotal.value) : null,
      draftId: store.draft?.id ?? null,
    }
    const { id } = accounts.isWatched
      ? await request('external.ask', consent)
      : await request('checkout.confirm', { ...consent, feePassword: has('fee-high') ? feePassword.value : null })
    return id
  })

  // A price is valid for one delivery, payment method and account: changing any of them needs a new price.
  const subject = computed(() => JSON.stringify([delivery.value, paymentMethod.value, accounts.current?.address]))
  watch(subject, () => (quote.value = null))

  async function ask(): Promise<void> {
    if (!paymentMethod.value) return
    confirming.error.value = null
    const wanted = subject.value
    const offer = await asking.run(paymentMethod.value)
    // What was typed or chosen meanwhile has no price yet.
    if (!offer || wanted !== subject.value) return
    now.value = Date.now()
    acceptCoin.value = false
    acceptRecipient.value = false
    acceptUntried.value = false
    feePassword.value = ''
    typedTotal.value = ''
    store.purchaseId = offer.purchaseId
    quote.value = offer
    last.value = offer
  }

  let failedAt = 0
  watch([asking.error, confirming.error], () => (failedAt = Date.now()))
  // What failed for want of a connection is over once there is one, but not before anyone could read it.
  watch(
    () => app.voice.state,
    (state, _, onCleanup) => {
      if (state !== 'online') return
      const errors = [asking.error, confirming.error].map((error) => ({ error, failed: error.value }))
      const timer = setTimeout(
        () => {
          for (const { error, failed } of errors)
            if (failed && failed === error.value && isOfConnection(failed)) error.value = null
        },
        Math.max(0, failedAt + READ_MS - Date.now()),
      )
      onCleanup(() => clearTimeout(timer))
    },
  )

  const secondsLeft = computed(() =>
    quote.value ? Math.max(0, Math.ceil((Date.parse(quote.value.expiresAt) - now.value) / 1000)) : 0,
  )
  const isExpired = computed(() => quote.value !== null && secondsLeft.value === 0)
  const has = (problem: string): boolean => quote.value?.problems.some((one) => one.problem === problem) ?? false
  const isCoinDoubted = computed(() => has('coin-unknown') || has('coin-namesake'))
  const isTotalTyped = computed(() => {
    const typed = typedAmount(typedTotal.value)
    return quote.value !== null && typed !== null && compareDecimals(typed, quote.value.totalAmount) === 0
  })
  const isBlocked = computed(
    () => quote.value === null || quote.value.payment === null || quote.value.problems.some(({ blocking }) => blocking),
  )
  const needsTerms = computed(() => quote.value !== null && asksForTerms(quote.value))
  const isConsented = computed(
    () =>
      quote.value !== null &&
      (!needsTerms.value || acceptTerms.value) &&
      (!has('fee-high') || feePassword.value !== '') &&
      (!has('price-above') || isTotalTyped.value) &&
      (!isCoinDoubted.value || acceptCoin.value) &&
      (!has('recipient-changed') || acceptRecipient.value) &&
      (!has('not-simulated') || acceptUntried.value),
  )
  const isRead = useReadFirst(() => quote.value)
  const canConfirm = computed(() => isRead.value && !isBlocked.value && !isExpired.value && isConsented.value)

  /**
   * Pays exactly what is on screen, or lets another wallet pay it; returns the purchase's id, or undefined if it was refused (see
   * `confirming.error`).
   */
  async function confirm(): Promise<string | undefined> {
    const offer = quote.value
    if (!offer?.payment?.recipient || !canConfirm.value) return undefined
    return await confirming.run(offer, offer.payment.recipient)
  }

  return {
    quote,
    last,
    ask,
    asking,
    consentTo,
    confirm,
    confirming,
    secondsLeft,
    isExpired,
    isBlocked,
    needsTerms,
    isConsented,
    canConfirm,
    has,
    isCoinDoubted,
    acceptTerms,
    acceptCoin,
    acceptRecipient,
    acceptUntried,
    feePassword,
    typedTotal,
  }
}

/** The quote under review, and what the user agrees to. */
export type QuoteReview = ReturnType<typeof useQuote>
