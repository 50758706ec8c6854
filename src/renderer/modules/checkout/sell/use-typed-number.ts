import { computed, ref, shallowRef, watch } from 'vue'
import type { RequestOutput } from '../../../../shared/contract.ts'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { request } from '../../../app/requests/client.ts'
import { loadPhoneShape, type PhoneShape } from '../../../app/formats/phone-shape.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { useNewest } from '../../../app/requests/use-newest.ts'
import { useCheckoutStore } from '../checkout-store.ts'
import type { DeliveryForm } from '../form/use-delivery.ts'

type Reading = NonNullable<RequestOutput<'phone.find'>>

/** Holds the customer's phone number, typed before or after the product is chosen, in groups a customer can check. */
export function useTypedNumber(product: () => VariantView | null, delivery: DeliveryForm) {
  const app = useAppStore()
  const store = useCheckoutStore()
  const shopper = useShopperStore()
  const chosenCountry = ref<string | null>(null)
  const shape = shallowRef<PhoneShape | null>(null)
  // Without the library the digits stand in one group, which is still right.
  loadPhoneShape().then(
    (loaded) => (shape.value = loaded),
    () => undefined,
  )

  /** Whether a phone number is what to type: also before a product is chosen. */
  const isAsked = computed(() => product() === null || product()?.reference?.kind === 'phone')
  /** The country that a typed calling code names. */
  const namedCountry = ref<string | null>(null)
  /** The country of a number without a calling code. */
  const nationalTo = computed(
    () => product()?.country || chosenCountry.value || (app.app?.settings.homeCountry ?? null),
  )
  /** The country of the number (ISO alpha-2); '' if none is known. */
  const country = computed(() => namedCountry.value ?? nationalTo.value ?? '')
  const read = shallowRef<{ readonly text: string; readonly found: Reading | null }>({ text: '', found: null })
  const finding = useNewest(async (text: string) => {
    const found = await request('phone.find', { text, near: nationalTo.value })
    read.value = { text, found: found?.rest === '' ? found : null }
    namedCountry.value = text.startsWith('+') ? (found?.country ?? null) : null
  })
  watch([() => store.reference, nationalTo], ([typed]) => {
    read.value = { text: '', found: null }
    if (!typed.startsWith('+')) namedCountry.value = null
    if (typed !== '') void finding.ask(typed)
  })
  /** The number as typed so far, if it is a whole and assigned one. */
  const known = computed(() => {
    const { text, found } = read.value
    return text === store.reference && found?.whole === true && found.isReal ? found : null
  })
  /** The country of what is typed; null while no number is, or if no country is known. */
  const typedFor = computed(() =>
    isAsked.value && store.reference !== '' ? (known.value?.country ?? country.value) || null : null,
  )
  /** Why the number is probably not the one that is meant, as far as it can be known before a product is chosen. */
  const doubts = shallowRef<DeliveryForm['doubts']['value']>([])
  const doubting = useNewest(async (number: string | null) => {
    doubts.value = number === null ? [] : (await request('checkout.doubtNumber', { number })).doubts
  })
  watch(
    () => (product() === null ? (known.value?.number ?? null) : null),
    (number) => {
      doubts.value = []
      void doubting.ask(number)
    },
  )
  /** The doubted number that the customer confirmed. */
  const confirmed = ref<string | null>(null)
  const isConfirmed = computed({
    get: () => known.value !== null && confirmed.value === known.value.number,
    set: (isRight: boolean) => (confirmed.value = isRight ? (known.value?.number ?? null) : null),
  })
  const isWhole = computed(() =>
    product() === null ? known.value !== null : delivery.isValid.value && store.reference !== '',
  )
  /** The number to show: a calling code typed without its + gets one. */
  const shown = computed(() => {
    const typed = store.reference
    const number = known.value?.number
    return number !== undefined && number.slice(1) === typed.replace(/\D/g, '') ? number : typed
  })
  const groups = computed(
    () => shape.value?.groups(shown.value, country.value, isWhole.value) ?? [{ typed: shown.value, missing: 0 }],
  )
  /** Whether as many digits are typed as the country's mobile numbers have, so that its check is worth waiting for. */
  const isLongEnough = computed(() => {
    if (length.value === null) return false
    if (store.reference.startsWith('+')) return store.reference.length >= length.value
    return groups.value.every(({ missing }) => missing === 0)
  })
  /** The number with + and its country's code, as far as typed; '' for none. */
  const international = computed(() => {
    const typed = store.reference.replace(/[^\d+]/g, '')
    if (known.value !== null || typed === '' || typed.startsWith('+')) return known.value?.number ?? typed
    const code = shopper.countries.find(({ iso2 }) => iso2 === country.value)?.callingCode.replace(/\D/g, '')
    return code ? `+${code}${typed.replace(/^0/, '')}` : typed
  })
  const length = computed(() => shape.value?.lengthIn(country.value) ?? null)

  /**
   * Returns the number for another product, or for later ('' for the country). A whole number, or one for a country that was chosen, gets its calling code: it is never read
   * as a number of the product's country.
   */
  function keptFor({ country: next }: Pick<VariantView, 'country'>): string {
    const isOfCountry = isWhole.value || country.value === chosenCountry.value
    return next === country.value || !isOfCountry ? store.reference : international.value
  }
  function setCountry(iso2: string | null): void {
    chosenCountry.value = iso2
  }
  function reset(): void {
    chosenCountry.value = null
    namedCountry.value = null
    confirmed.value = null
  }
  return {
    isAsked,
    country,
    typedFor,
    chosenCountry,
    setCountry,
    doubts,
    isConfirmed,
    isWhole,
    isLongEnough,
    groups,
    international,
    length,
    keptFor,
    reset,
  }
}
