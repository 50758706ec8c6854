import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useCatalogLabels } from '../../../app/messages/use-catalog-labels.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { useShopStore } from '../shop-store.ts'
import { useCorrectionLabels } from './use-correction-labels.ts'
import type { Question } from './use-question.ts'

/**
 * Returns the shop's title: what is searched, where; and the typed words that nothing matches, if there are any. A word that `isName` says
 * is somebody's is matched.
 */
export function useShopTitle(
  { text, phone, chosen, mistyped }: Pick<Question, 'text' | 'phone' | 'chosen' | 'mistyped'>,
  isEmpty: () => boolean,
  isName: (word: string) => boolean,
) {
  const { t } = useI18n()
  const store = useShopStore()
  const shopper = useShopperStore()
  const { countryWithin } = useCatalogLabels()
  const correctionLabels = useCorrectionLabels()

  const isAnswered = computed(() => store.shown?.question.text === text.value)
  /** The corrected search, if the typed words are not in the catalog. */
  const reading = computed(() =>
    isEmpty() || !isAnswered.value
      ? null
      : correctionLabels(
          text.value,
          store.corrected.filter(({ typed }) => !isName(typed)),
        ),
  )
  const title = computed(() => {
    if (phone.value) {
      const country = countryWithin(phone.value.country)
      if (text.value !== '') return t('shop.textInCountry', { text: reading.value?.first ?? text.value, country })
      const topsUp = phone.value.whole && chosen.value.type === 'topup'
      return topsUp ? t('shop.titlePhone', { country }) : t('shop.titleCountry', { country })
    }
    if (text.value !== '') {
      if (isEmpty() && isAnswered.value) return t('shop.titleNothing', { text: text.value })
      if (reading.value?.typed) return t('shop.titleMended', { text: reading.value.shown })
      const read = reading.value?.first ?? text.value
      return mistyped.value
        ? t('shop.titleMended', { text: t('shop.quoted', { text: read }) })
        : t('shop.titleSearch', { text: read })
    }
    return shopper.country ? t('shop.titleCountry', { country: countryWithin(shopper.country) }) : t('shop.title')
  })
  return { title, unmatched: computed(() => reading.value?.typed ?? null) }
}
