import { computed, ref, shallowRef, watch } from 'vue'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { request } from '../../../app/client.ts'
import { loadPhoneShape, type PhoneShape } from '../../../app/formats/phone-shape.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { useNewest } from '../../../app/use-newest.ts'
import { useCheckoutStore } from '../checkout-store.ts'
import type { DeliveryForm } from '../form/use-delivery.ts'

/** Holds the customer's phone number, typed before or after the product is chosen, in groups a customer can check. */
export function useTypedNumber(product: () => VariantView | null, delivery: DeliveryForm) {
  const app = useAppStore()
  const store = useCheckoutStore()
  const shopper = useShopperStore()
  const chosenCountry = ref<string | null>(null)
  const shape = shallowRef<PhoneShape | null>(null)
  /** Whether the number is whole before a product says so. */
  const isWholeAlone = ref(false)
  // Without the library the digits stand in one group, which is still right.
  loadPhoneShape().then(
    (loaded) => (shape.value = loaded),
    () => undefined,
  )

  /** Whether a phone number is what to type: also before a product is chosen. */
  const isAsked = computed(() => product() === null || product()?.reference?.kind === 'phone')
  /** The country that a typed calling code names. */
  const namedCountry = ref<string | null>(null)
  const nationalTo = computed(() => chosenCountry.value ?? app.app?.settings.homeCountry ?? null)
  /** The country of the number (ISO alpha-2); '' if none is known. */
  const country = computed(() => product()?.country || namedCountry.value || nationalTo.value || '')
  const finding = useNewest(async (text: string) => {
    const found = await request('phone.find', { text, near: nationalTo.value })
    isWholeAlone.value = found?.whole === true && found.rest === ''
    namedCountry.value = text.startsWith('+') ? (found?.country ?? null) : null
  })
  watch([() => store.reference, nationalTo], ([typed]) => {
    isWholeAlone.value = false
    if (typed === '') namedCountry.value = null
    if (typed !== '' && product() === null) void finding.ask(typed)
  })
  const isWhole = computed(() =>
    product() === null ? isWholeAlone.value : delivery.isValid.value && store.reference !== '',
  )
  const groups = computed(
    () =>
      shape.value?.groups(store.reference, country.value, isWhole.value) ?? [{ typed: store.reference, missing: 0 }],
  )
  /** The number with + and its country's code, as far as typed; '' for none. */
  const international = computed(() => {
    const typed = store.reference.replace(/[^\d+]/g, '')
    if (delivery.reference.value !== null || typed === '' || typed.startsWith('+'))
      return delivery.reference.value ?? typed
    const code = shopper.countries.find(({ iso2 }) => iso2 === country.value)?.callingCode.replace(/\D/g, '')
    return code ? `+${code}${typed.replace(/^0/, '')}` : typed
  })
  const length = computed(() => shape.value?.lengthIn(country.value) ?? null)

  function setCountry(iso2: string | null): void {
    chosenCountry.value = iso2
  }
  function reset(): void {
    chosenCountry.value = null
    namedCountry.value = null
    isWholeAlone.value = false
  }
  return { isAsked, country, setCountry, isWhole, groups, international, length, reset }
}
