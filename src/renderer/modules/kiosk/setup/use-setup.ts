import { computed, onMounted, ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RequestOutput } from '../../../../shared/contract.ts'
import type { ProductRowView } from '../../../../shared/catalog/views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { request } from '../../../app/requests/client.ts'
import { typedCash } from '../../../app/formats/typed-amount.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { loadCountries } from '../../../app/start/start-app.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { mixBrands } from './mix-brands.ts'
import { usualAmountsFirst } from './usual-amounts.ts'

/** The steps of setting up a shop, in order. */
export const setupSteps = ['people', 'prices', 'receipt', 'counter', 'float'] as const
export type SetupStep = (typeof setupSteps)[number]

/** The products that the counter proposes, and how many of them are top-ups, if there are others. */
const PROPOSED = 12
const TOP_UPS = 8
/** The products of one brand. */
const TOP_UPS_EACH = 4
const OTHERS_EACH = 2
/** So many are looked at, because the first may all be of one brand. */
const LOOKED_AT = 120

interface Stored {
  readonly clerks: RequestOutput<'clerks.list'>
  readonly prices: RequestOutput<'prices.get'>
  readonly head: RequestOutput<'shop.get'>
  readonly counter: RequestOutput<'counter.get'>
  readonly shift: RequestOutput<'shift.get'>
}

async function readStored(): Promise<Stored> {
  const [clerks, prices, head, counter, shift] = await Promise.all([
    request('clerks.list'),
    request('prices.get'),
    request('shop.get'),
    request('counter.get'),
    request('shift.get'),
    // Of the home country, the first prices take the currency. Without it the person chooses one.
    useShopperStore().countries.length === 0 ? loadCountries().catch(() => undefined) : undefined,
  ])
  return { clerks, prices, head, counter, shift }
}

/** Returns what sells most in a country, of several brands: its top-ups first, then its other products. */
async function propose(country: string | null): Promise<ProductRowView[]> {
  const popular = { country, sort: 'popular', limit: LOOKED_AT } as const
  const [topUps, all] = await Promise.all([
    request('catalog.search', { ...popular, type: 'topup' }),
    request('catalog.search', popular),
  ])
  const isTopUp = new Set(topUps.products.map(({ sku }) => sku))
  const others = mixBrands(
    all.products.filter(({ sku }) => !isTopUp.has(sku)),
    PROPOSED,
    OTHERS_EACH,
  )
  const first = mixBrands(usualAmountsFirst(topUps.products), Math.max(TOP_UPS, PROPOSED - others.length), TOP_UPS_EACH)
  return [...first, ...others].slice(0, PROPOSED)
}

/** Reads how far a shop is set up, and what is left; a typed float counts until the shop opens. */
export function useSetup() {
  const { t } = useI18n()
  const app = useAppStore()
  const shopper = useShopperStore()
  const formats = useFormats()
  const stored = shallowRef<Stored | null>(null)
  const proposed = shallowRef<readonly ProductRowView[]>([])
  /** The float as it is typed, of a shift that is not open yet. */
  const float = ref('')
  const loading = useTask(readStored)
  const home = computed(() => app.app?.settings.homeCountry ?? null)

  async function load(): Promise<void> {
    stored.value = (await loading.run()) ?? stored.value
    // Without proposals the counter can still be filled by hand.
    proposed.value = await propose(home.value).catch(() => [])
  }
  const currency = computed(
    () => stored.value?.prices?.currency ?? (home.value && shopper.currencyOf(home.value)) ?? 'USD',
  )
  const counted = computed(() => typedCash(float.value, currency.value))
  const isByPolicy = computed<Readonly<Record<SetupStep, boolean>>>(() => {
    const sets = app.app?.policy.sets ?? []
    return {
      people: false,
      prices: sets.includes('prices'),
      receipt: sets.includes('receipt'),
      counter: stored.value?.counter.byPolicy ?? false,
      float: false,
    }
  })
  const isDone = computed<Readonly<Record<SetupStep, boolean>>>(() => ({
    people: (stored.value?.clerks.length ?? 0) > 0,
    prices: (stored.value?.prices ?? null) !== null,
    receipt: isByPolicy.value.receipt || (stored.value?.head.name ?? '') !== '',
    counter:
      isByPolicy.value.counter || (stored.value?.counter.pages.some(({ products }) => products.length > 0) ?? false),
    float: (stored.value?.shift ?? null) !== null || counted.value !== null,
  }))
  const left = computed(() => setupSteps.filter((step) => !isDone.value[step]))

  function peopleLine({ clerks }: Stored): string {
    const [names, rest] = [clerks.slice(0, 2).map(({ name }) => name), clerks.length - 2]
    return formats.value.list(rest > 0 ? [...names, t('shopSetup.more', { count: rest }, rest)] : names)
  }
  function pricesLine({ prices }: Stored): string {
    const rules = prices?.rules.length ?? 0
    const [only] = prices?.rules ?? []
    const markup = rules === 1 && only ? markupOf(only.percent) : t('shopSetup.rules', { count: rules }, rules)
    if (currency.value === 'USD' && Number(prices?.rate) === 1) return markup
    return t('shopSetup.rateAndMarkup', { rate: formats.value.fiat(currency.value, prices?.rate ?? null), markup })
  }
  const markupOf = (percent: string): string => `+ ${formats.value.number(percent)} %`
  function printerName({ head: { printer } }: Stored): string {
    const kind = typeof printer === 'object' ? 'network' : printer
    return t(`receiptSettings.printers.${kind}`)
  }
  function receiptLine(all: Stored): string {
    const printer = t('shopSetup.printer', { printer: printerName(all) })
    return all.head.name === '' ? printer : t('shopSetup.nameAndPrinter', { name: all.head.name, printer })
  }
  const products = ({ counter }: Stored): number => counter.pages.reduce((sum, page) => sum + page.products.length, 0)
  const floatAmount = (): string => formats.value.price(currency.value, counted.value ?? '0')
  /** Returns the state of a step in one line; what it is for until it is done. */
  function lineOf(step: SetupStep): string {
    const all = stored.value
    if (all === null || !isDone.value[step]) return t(`shopSetup.steps.${step}.text`)
    if (step === 'people') return peopleLine(all)
    if (step === 'prices') return pricesLine(all)
    if (step === 'receipt') return receiptLine(all)
    if (step === 'counter') return t('shopSetup.products', { count: products(all) }, products(all))
    return all.shift ? t('shopSetup.shiftIsOpen') : t('shopSetup.inDrawer', { amount: floatAmount() })
  }
  /** Returns what the receipt says of a step; "…" until it is done. */
  function factOf(step: SetupStep): string {
    const all = stored.value
    if (all === null || !isDone.value[step]) return '…'
    if (step === 'people') return formats.value.number(all.clerks.length)
    if (step === 'prices') return all.prices?.currency ?? ''
    if (step === 'receipt') return printerName(all)
    if (step === 'counter') return formats.value.number(products(all))
    return all.shift ? t('sales.isOpen') : floatAmount()
  }
  onMounted(load)
  return { stored, proposed, float, counted, currency, home, loading, load, isByPolicy, isDone, left, lineOf, factOf }
}
