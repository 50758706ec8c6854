import { computed, onMounted, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { SaleView } from '../../../../shared/sales/views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { loadBalances } from '../../../app/start/start-app.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { useCheckoutStore, type Beginning } from '../checkout-store.ts'
import { searchedNumberFor, type SearchedNumber } from '../form/searched-number.ts'
import { useDelivery } from '../form/use-delivery.ts'
import { useClerkPaymentMethod } from '../pay-with/use-clerk-payment-method.ts'
import { usePayWith } from '../pay-with/use-pay-with.ts'
import { useQuote } from '../review/use-quote.ts'
import { useUnderWay } from '../review/use-under-way.ts'
import { useSale, type TilePrice } from './use-sale.ts'
import { useSameSale } from './use-same-sale.ts'
import { useTypedNumber } from './use-typed-number.ts'

/**
 * The steps of a sale. `filling`: a product or its delivery is missing. `ready`: both are there, and the customer may check them.
 * `cash`: the price is asked for and the cash is taken. `sold`: the change is handed over.
 */
export type SalePhase = 'filling' | 'ready' | 'cash' | 'sold'

const pinRefusals: ReadonlySet<ErrorCode> = new Set(['wrong-pin', 'throttled'])

/** Holds one sale at the counter after another: the product and the number in either order, the cash, and what was just sold. */
export function useSell() {
  const app = useAppStore()
  const store = useCheckoutStore()
  const shopper = useShopperStore()
  const variant = shallowRef<VariantView | null>(null)
  const tile = shallowRef<TilePrice | null>(null)
  const isCharging = ref(false)
  /** Whether the clerk is asked for the PIN of this sale. */
  const isPinAsked = ref(false)
  const confirmed = shallowRef<SaleView | null>(null)
  /** The newest sale of this register. */
  const latest = shallowRef<SaleView | null>(null)

  const delivery = useDelivery(() => variant.value, 0)
  const pay = usePayWith(() => variant.value)
  const review = useQuote(delivery.input, pay.chosen)
  const sameSale = useSameSale(delivery)
  const sale = useSale(
    review,
    () => tile.value,
    () => sameSale.value,
  )
  const underWay = useUnderWay(delivery)
  const clerkPaymentMethod = useClerkPaymentMethod(pay, review)
  const number = useTypedNumber(() => variant.value, delivery)

  const choosing = useTask((sku: string) =>
    Promise.all([request('catalog.variant', { sku }), request('sales.price', { sku })]),
  )
  /** What was just sold, as it is now. */
  const sold = computed(() =>
    confirmed.value !== null && latest.value?.purchaseId === confirmed.value.purchaseId
      ? latest.value
      : confirmed.value,
  )
  /** The typed reference: a phone number, unless the product asks for something else. */
  const typed = computed(() => store.reference)
  const isBegun = computed(() => variant.value !== null || typed.value !== '')
  const phase = computed<SalePhase>(() => {
    if (sold.value !== null) return 'sold'
    if (isCharging.value) return 'cash'
    // A whole number is checked in a moment, and a touch meanwhile waits for that.
    const isAwaited = delivery.isPending.value && number.isAsked.value && number.isLongEnough.value
    return variant.value !== null && (delivery.isReady.value || isAwaited) ? 'ready' : 'filling'
  })

  /** Why the PIN of this sale was refused. */
  const pinError = computed(() => {
    const error = sale.selling.error.value
    return error !== null && pinRefusals.has(error.code) ? error : null
  })

  /** What is being paid keeps its product, number and change on the screen. */
  const isPaying = (): boolean => sale.selling.running.value

  async function loadLatest(): Promise<void> {
    const answer = await request('sales.list', { limit: 1 }).catch(() => null)
    if (answer !== null) latest.value = answer.sales[0] ?? null
  }
  function clear(): void {
    variant.value = null
    tile.value = null
    isCharging.value = false
    confirmed.value = null
    choosing.error.value = null
    delivery.isSubmitted.value = false
    review.quote.value = null
    sale.reset()
    store.begin('', { isSale: true })
    number.reset()
    clerkPaymentMethod.reset()
  }
  /**
   * Takes a product for this sale, with the number `searched` for at the counter, or in the shop, or typed already, or everything in
   * `typedBefore`.
   */
  async function choose(
    sku: string,
    typedBefore: Beginning = {},
    searched: SearchedNumber | null = null,
  ): Promise<void> {
    if (isPaying()) return
    if (phase.value === 'sold') clear()
    isCharging.value = false
    const inShop = shopper.takeCarried()
    const [found, price] = (await choosing.run(sku)) ?? []
    if (found === undefined) return
    const isPhone = (one: VariantView | null): boolean => one === null || one.reference?.kind === 'phone'
    const kept = isPhone(variant.value) && isPhone(found) ? number.keptFor(found) : ''
    const reference = searchedNumberFor(found, searched ?? inShop) || kept
    sale.reset()
    store.begin(sku, { reference, ...typedBefore, isSale: true })
    variant.value = found
    tile.value = price ?? null
    void loadBalances(false).catch(() => undefined)
  }
  /** Asks for the price, while the clerk asks for the cash. */
  async function charge(): Promise<void> {
    delivery.isSubmitted.value = true
    if (!(await delivery.check()) || phase.value !== 'ready') return
    isCharging.value = true
    await sale.ask()
  }
  /** Goes on with the sale that a visit to another screen interrupted. */
  async function resume(): Promise<void> {
    shopper.takeCarried()
    if (store.sku !== '') await choose(store.sku, { reference: store.reference, fields: store.fields })
  }
  /** Forgets the sale, for the next customer. */
  function next(): void {
    if (!isPaying()) clear()
  }
  function forgetNumber(): void {
    store.reference = ''
  }
  /** Goes back to the number and the product. */
  function correct(): void {
    if (isPaying()) return
    isCharging.value = false
    delivery.isSubmitted.value = false
    sale.reset()
  }
  async function take(pin: string | null = null): Promise<void> {
    if (pin === null && app.app?.settings.pinAtSale === true && app.role === 'clerk') {
      isPinAsked.value = true
      return
    }
    const done = await sale.sell(pin)
    if (pinError.value === null) isPinAsked.value = false
    if (done === undefined) return
    latest.value = done
    confirmed.value = done
  }
  /** Sells the same product to another number. */
  async function again(): Promise<void> {
    const sku = variant.value?.sku
    clear()
    if (sku !== undefined) await choose(sku)
  }

  watch(() => app.role, clear)
  // A number that was confirmed before its product was chosen is not asked about again.
  watch([delivery.doubts, number.isConfirmed], ([doubts, isConfirmed]) => {
    const isSimilar = doubts.some(({ field, reason }) => field === null && reason === 'similar-number')
    if (isSimilar && isConfirmed) delivery.accepted.value = new Set([...delivery.accepted.value, null])
  })
  onScopeDispose(onEvent('purchase.progressed', () => void loadLatest()))
  onScopeDispose(() => {
    if (phase.value === 'sold' || isPaying()) store.begin('')
    else if (number.isAsked.value) store.reference = number.keptFor({ country: '' })
  })
  onMounted(loadLatest)
  if (!store.isSale) clear()
  return {
    variant,
    tile,
    delivery,
    pay,
    review,
    sale,
    underWay,
    clerkPaymentMethod,
    number,
    choosing,
    typed,
    isBegun,
    phase,
    isPinAsked,
    pinError,
    sold,
    latest,
    choose,
    resume,
    charge,
    correct,
    forgetNumber,
    take,
    again,
    next,
  }
}

/** The sale at the counter. */
export type Sell = ReturnType<typeof useSell>
