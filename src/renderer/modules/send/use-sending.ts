import { computed, ref, shallowRef, watch } from 'vue'
import type { RecipientCheckView, TransferOfferView, TransferView } from '../../../shared/transfers/views.ts'
import { useAccountsStore } from '../../app/accounts/accounts-store.ts'
import { request } from '../../app/requests/client.ts'
import { typedClearly } from '../../app/formats/typed-amount.ts'
import { useShopperStore } from '../../app/stores/shopper-store.ts'
import { useNow } from '../../app/timing/use-now.ts'
import { useReadFirst } from '../../app/timing/use-read-first.ts'
import { useTask } from '../../app/requests/use-task.ts'
import { sendableCoins } from './coins.ts'

/** Sends coins: holds the input, main's offer, and the consent to exactly what is shown. */
export function useSending(given: { readonly coin: string | null; readonly to: string | null }) {
  const accounts = useAccountsStore()
  const shopper = useShopperStore()
  const now = useNow(1000)
  const to = ref(given.to ?? '')
  /** The pasted text that filled the field; null if it was typed or chosen. */
  const pasted = ref<string | null>(null)
  const amount = ref('')
  /** Whether to send the whole balance; the review determines the amount. */
  const all = ref(false)
  const chosen = ref(given.coin)
  const offer = shallowRef<TransferOfferView | null>(null)
  const checked = shallowRef<RecipientCheckView | null>(null)
  const typed = ref('')
  const acceptCoin = ref(false)
  const acceptUntried = ref(false)
  const feePassword = ref('')

  const coins = computed(() => sendableCoins(shopper.networks ?? [], shopper.balances ?? []))
  const coin = computed(() => coins.value.find(({ key }) => key === chosen.value) ?? coins.value[0] ?? null)
  /** The amount with a decimal point, however typed; null if it is unclear or none. */
  const plainAmount = computed(() => typedClearly(amount.value))
  const isAmountWrong = computed(
    () =>
      !all.value &&
      amount.value.trim() !== '' &&
      (plainAmount.value === null || (plainAmount.value.split('.')[1]?.length ?? 0) > (coin.value?.decimals ?? 18)),
  )
  /** What the user must still enter before a review. */
  const needs = computed(() => ({
    recipient: to.value.trim() === '',
    amount: isAmountWrong.value || (!all.value && /^[0.]*$/.test(plainAmount.value ?? '')),
  }))
  const canReview = computed(() => coin.value !== null && !needs.value.recipient && !needs.value.amount)

  const checking = useTask((text: string, networkKey: string, token: string | null) =>
    request('transfers.check', { to: text, networkKey, token: token as `0x${string}` | null }),
  )
  const offering = useTask((networkKey: string, token: string | null) =>
    request('transfers.offer', {
      to: to.value,
      networkKey,
      token: token as `0x${string}` | null,
      amount: all.value ? null : plainAmount.value,
      pasted: pasted.value,
    }),
  )
  const confirming = useTask((offerKey: string) =>
    request('transfers.confirm', {
      offerKey,
      acceptCoin: acceptCoin.value,
      acceptNotSimulated: acceptUntried.value,
      feePassword: isFeeHigh.value ? feePassword.value : null,
      typed: offer.value?.typeGroup === null ? null : typed.value.slice(0, 10),
    }),
  )

  watch(
    () => [to.value.trim(), coin.value?.key, accounts.current?.address] as const,
    async ([text]) => {
      checked.value = null
      const about = coin.value
      if (text === '' || about === null) return
      checked.value = (await checking.run(text.slice(0, 200), about.networkKey, about.token)) ?? null
    },
    { immediate: true },
  )
  watch(to, (text) => {
    if (text.trim() === '') pasted.value = null
  })
  // An offer is valid for one input and one sender: any change needs a new review.
  watch(
    () => JSON.stringify([to.value, coin.value?.key, amount.value, all.value, accounts.current?.address]),
    () => {
      offer.value = null
      offering.error.value = null
      confirming.error.value = null
    },
  )

  async function review(): Promise<void> {
    if (coin.value === null || !canReview.value) return
    confirming.error.value = null
    const made = await offering.run(coin.value.networkKey, coin.value.token)
    if (!made) return
    now.value = Date.now()
    typed.value = ''
    acceptCoin.value = false
    acceptUntried.value = false
    feePassword.value = ''
    offer.value = made
  }

  const secondsLeft = computed(() =>
    offer.value ? Math.max(0, Math.ceil((Date.parse(offer.value.expiresAt) - now.value) / 1000)) : 0,
  )
  const isExpired = computed(() => offer.value !== null && secondsLeft.value === 0)
  const isBlocked = computed(() => offer.value?.problems.some(({ blocking }) => blocking) ?? true)
  /** The group of the address that the user must type; null for none. */
  const requestedGroup = computed(() => {
    const { typeGroup, recipient } = offer.value ?? {}
    return typeof typeGroup === 'number' && recipient ? recipient.slice(2 + typeGroup * 4, 6 + typeGroup * 4) : null
  })
  const isFeeHigh = computed(() => offer.value?.problems.some(({ problem }) => problem === 'fee-high') ?? false)
  /** Whether only the service vouches for the coin. */
  const isCoinDoubted = computed(
    () => offer.value?.problems.some(({ problem }) => problem.startsWith('coin-')) ?? false,
  )
  const isRead = useReadFirst(() => offer.value)
  /** Whether the user answered everything that the review asks. */
  const isConsented = computed(
    () =>
      (!isFeeHigh.value || feePassword.value !== '') &&
      (!isCoinDoubted.value || acceptCoin.value) &&
      (offer.value?.simulated === true || acceptUntried.value) &&
      (requestedGroup.value === null || typed.value.trim().toLowerCase() === requestedGroup.value.toLowerCase()),
  )
  const canConfirm = computed(() => isRead.value && !isBlocked.value && !isExpired.value && isConsented.value)

  /** Sends exactly what is on screen; returns undefined if it was refused (see `confirming.error`). */
  async function confirm(): Promise<TransferView | undefined> {
    if (offer.value === null || !canConfirm.value) return undefined
    return confirming.run(offer.value.offerKey)
  }

  return {
    to,
    pasted,
    amount,
    all,
    chosen,
    coins,
    coin,
    checked,
    isAmountWrong,
    needs,
    canReview,
    review,
    offering,
    offer,
    secondsLeft,
    isExpired,
    isBlocked,
    requestedGroup,
    typed,
    isFeeHigh,
    feePassword,
    isCoinDoubted,
    acceptCoin,
    acceptUntried,
    isConsented,
    canConfirm,
    confirm,
    confirming,
  }
}

/** A transfer from its form to its confirmation. */
export type Sending = ReturnType<typeof useSending>
