import { computed, ref, watch } from 'vue'
import type { PaymentChoice } from './use-pay-with.ts'
import type { QuoteReview } from '../review/use-quote.ts'

/** Price problems that another coin may solve. */
const ofTheCoin: ReadonlySet<string> = new Set([
  'insufficient-token',
  'insufficient-gas',
  'balance-unknown',
  'price-only',
  'coin-unknown',
  'coin-namesake',
  'allowance-bounds',
  'limit-native-coin',
  'limit-other-coin',
  'simulation-failed',
  'request-refused',
  'fee-high',
])

/** Tells a clerk about the shop's coins: nothing while the sale goes well, else that one is short and which others can pay. */
export function useClerkPaymentMethod(pay: PaymentChoice, review: QuoteReview) {
  /** Whether the service gave no price because it sees too little in the shop's wallet. */
  const isRefused = computed(() => review.asking.error.value?.details?.['reason'] === 'balance')
  /** Whether the shop's wallet has too little of the coin, or of the one for its fees: a clerk need not know which. */
  const isShort = computed(() => {
    const lack = pay.option.value?.lack
    if (lack === undefined) return false
    const found = review.has('insufficient-token') || review.has('insufficient-gas') || isRefused.value
    return lack === 'token' || lack === 'fees' || found
  })
  const payable = computed(() => pay.options.value.filter(({ unpayable }) => unpayable === null))
  const isNone = computed(
    () =>
      pay.hasProduct.value &&
      !pay.loading.running.value &&
      pay.loading.error.value === null &&
      payable.value.length === 0,
  )
  const isDoubted = computed(() => review.quote.value?.problems.some(({ problem }) => ofTheCoin.has(problem)) === true)
  const isWrong = computed(() => pay.loading.error.value !== null || isNone.value || isShort.value || isDoubted.value)
  /** After the first problem the choice stays visible, so that it can be changed again. */
  const isChosen = ref(false)
  watch(isWrong, (wrong) => (isChosen.value ||= wrong), { immediate: true })
  /** Forgets the choice, for the next customer. */
  const reset = (): void => void (isChosen.value = isWrong.value)
  return { isShort, payable, isNone, isChosen, reset }
}

/** What a clerk sees of the payment method. */
export type ClerkPaymentChoice = ReturnType<typeof useClerkPaymentMethod>
