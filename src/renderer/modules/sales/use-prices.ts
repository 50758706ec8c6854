import { computed, onMounted, reactive, ref, shallowRef } from 'vue'
import type { Decimal } from '../../../shared/money.ts'
import { clerkLimits } from '../../../shared/sales/limits.ts'
import type { Prices } from '../../../shared/sales/views.ts'
import { useAppStore } from '../../app/stores/app-store.ts'
import { request } from '../../app/requests/client.ts'
import { useShopperStore } from '../../app/stores/shopper-store.ts'
import { useFormats } from '../../app/formats/use-formats.ts'
import { toTyped, typedCash, typedPercent, typedRate } from '../../app/formats/typed-amount.ts'
import { useTask } from '../../app/requests/use-task.ts'

/** A typed rule; '' for a condition that is not set. */
export interface TypedRule {
  productType: string
  brandSlug: string
  country: string
  percent: string
  fixed: string
  upTo: string
}

const noRule = (): TypedRule => ({ productType: '', brandSlug: '', country: '', percent: '0', fixed: '0', upTo: '' })

/** Holds the typed settings for cash prices, and which of them are invalid. */
export function usePrices() {
  const app = useAppStore()
  const shopper = useShopperStore()
  const formats = useFormats()
  const shown = (amount: Decimal): string => toTyped(amount, formats.value.decimalSign)
  const currency = ref('')
  const rate = ref('')
  const rules = ref<TypedRule[]>([])
  const limits = reactive({ perSale: '', perClerk: '', perShift: '', perDay: '', cashOut: '' })
  /** In percent. */
  const leastMarkup = ref('0')
  const showsExpected = ref(false)
  const typed = computed(() =>
    JSON.stringify([currency.value, rate.value, rules.value, limits, leastMarkup.value, showsExpected.value]),
  )
  /** What stood in the form before anybody typed. */
  const filled = ref('')
  const isChanged = computed(() => typed.value !== filled.value)
  /** The saved prices; undefined until they are loaded. */
  const saved = shallowRef<Prices | null | undefined>()
  const loading = useTask(() => request('prices.get'))
  const saving = useTask((prices: Prices) => request('prices.set', prices))

  function fill(prices: Prices | null): void {
    saved.value = prices
    const home = app.app?.settings.homeCountry ?? null
    currency.value = prices?.currency ?? (home && shopper.currencyOf(home)) ?? 'USD'
    rate.value = prices ? shown(prices.rate) : currency.value === 'USD' ? '1' : ''
    rules.value = (prices?.rules ?? []).map((rule) => ({
      productType: rule.productType ?? '',
      brandSlug: rule.brandSlug ?? '',
      country: rule.country ?? '',
      percent: rule.percent,
      fixed: shown(rule.fixed),
      upTo: shown(rule.upTo ?? ''),
    }))
    for (const name of clerkLimits) limits[name] = shown(prices?.limits[name] ?? '')
    leastMarkup.value = prices?.limits.leastMarkup ?? '0'
    if (prices === null) limits.cashOut = '0'
    showsExpected.value = prices?.showsExpected ?? false
    filled.value = typed.value
  }
  async function load(): Promise<void> {
    const found = await loading.run()
    if (found !== undefined) fill(found)
  }

  const cash = (text: string): Decimal | null => typedCash(text, currency.value)
  const perDollar = computed(() => typedRate(rate.value, currency.value))
  const isRate = computed(() => Number(perDollar.value) > 0)
  const isWrong = {
    percent: (text: string): boolean => typedPercent(text) === null,
    amount: (text: string): boolean => cash(text) === null,
    maybe: (text: string): boolean => text.trim() !== '' && cash(text) === null,
    coin: (text: string): boolean => text.trim() !== '' && !(Number(cash(text)) > 0),
  }
  const canSave = computed(
    () =>
      isRate.value &&
      !rules.value.some(
        ({ percent, fixed, upTo }) => isWrong.percent(percent) || isWrong.amount(fixed) || isWrong.coin(upTo),
      ) &&
      !isWrong.percent(leastMarkup.value) &&
      !clerkLimits.some((name) => isWrong.maybe(limits[name])),
  )
  /** The settings that cash prices follow; null while any of them is invalid. */
  const pricing = computed<Pick<Prices, 'currency' | 'rate' | 'rules'> | null>(() =>
    perDollar.value === null || !canSave.value
      ? null
      : {
          currency: currency.value,
          rate: perDollar.value,
          rules: rules.value.map(({ productType, brandSlug, country, percent, fixed, upTo }) => ({
            productType: productType || null,
            brandSlug: brandSlug.trim() || null,
            country: country || null,
            percent: typedPercent(percent) ?? '0',
            fixed: cash(fixed) ?? '0',
            upTo: cash(upTo),
          })),
        },
  )
  async function save(): Promise<boolean> {
    if (pricing.value === null) return false
    const limit = (name: keyof typeof limits): Decimal | null => cash(limits[name])
    const done = await saving.run({
      ...pricing.value,
      limits: {
        perSale: limit('perSale'),
        perClerk: limit('perClerk'),
        perShift: limit('perShift'),
        perDay: limit('perDay'),
        cashOut: limit('cashOut'),
        leastMarkup: typedPercent(leastMarkup.value) ?? '0',
      },
      showsExpected: showsExpected.value,
    })
    if (done) fill(done)
    return done !== undefined
  }
  function addRule(): void {
    rules.value.push(noRule())
  }
  onMounted(load)
  const values = { currency, rate, rules, limits, leastMarkup, showsExpected, saved }
  return { ...values, loading, saving, isRate, cash, isWrong, isChanged, canSave, pricing, load, save, addRule }
}

/** The price rules under edit. */
export type PriceRules = ReturnType<typeof usePrices>
