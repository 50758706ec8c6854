import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { KeptCodeView } from '../../../shared/codes/views.ts'
import { compareDecimals } from '../../../shared/money.ts'
import { typedCash } from '../formats/typed-amount.ts'
import { useFormats } from '../formats/use-formats.ts'

/** Judges what is typed as left on a code's card; an eSIM has no amount, and on a used card nothing is left. */
export function useCardRest(code: Readonly<Ref<KeptCodeView>>, typed: Readonly<Ref<string>>) {
  const { t } = useI18n()
  const formats = useFormats()
  const hasRest = computed(() => !code.value.isEsim && !code.value.isUsed)
  const left = computed(() => typedCash(typed.value, code.value.purchase.fiatCurrency))
  const problem = computed(() => {
    const { fiatCurrency, fiatAmount } = code.value.purchase
    if (!hasRest.value) return undefined
    if (left.value === null) return typed.value.trim() === '' ? undefined : t('codes.notAmount')
    // A card that was charged again may keep what it has.
    if (left.value === code.value.rest || compareDecimals(left.value, fiatAmount) <= 0) return undefined
    return t('codes.moreThanValue', { amount: formats.value.price(fiatCurrency, fiatAmount) })
  })
  const isUsedUp = computed(() => left.value !== null && compareDecimals(left.value, '0') === 0)
  const label = computed(() =>
    t('codes.rest', { currency: formats.value.currencyName(code.value.purchase.fiatCurrency) }),
  )
  return { hasRest, left, problem, isUsedUp, label }
}
