import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { givesValue } from '../shop-address.ts'
import { hasBrands, hasProducts, useShopStore } from '../shop-store.ts'

const fewBrands = 4
/** How many of the best products are shown above many brands. */
export const bestProducts = 6

export interface ResultPart {
  readonly part: 'brands' | 'products' | 'best'
  readonly title: string
}

/** Returns the parts of the results with their titles, the most useful part first. */
export function useResultLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const store = useShopStore()

  const brands = computed(() => (store.shown && hasBrands(store.shown) ? (store.brands.state.total ?? 0) : 0))
  const products = computed(() => (store.shown && hasProducts(store.shown) ? (store.products.state.total ?? 0) : 0))
  /** The number of matches; fewer may be available in pages. */
  const matching = computed(() => {
    const { facets, facetsKey, shown } = store
    const isKnown = facets !== null && facetsKey !== '' && shown !== null && !givesValue(shown.sort)
    return isKnown ? Math.max(facets.total, products.value) : products.value
  })
  const inBrands = computed(() => t('shop.brands', { count: formats.value.number(brands.value) }, brands.value))
  /** Where no list of products says so, how many there are: the filters count them too. */
  const brandsTitle = computed(() => {
    const { shown } = store
    if (shown === null || shown.question.text !== '' || hasProducts(shown) || matching.value === 0)
      return inBrands.value
    return `${inBrands.value} · ${t('countries.products', { count: formats.value.number(matching.value) }, matching.value)}`
  })
  const productsTitle = computed(() => {
    const [ranked, all] = [formats.value.number(products.value), formats.value.number(matching.value)]
    if (products.value < matching.value) return t('shop.bestOf', { ranked, all }, products.value)
    return store.shown?.question.text === ''
      ? t('countries.products', { count: all }, matching.value)
      : t('shop.products', { count: all }, matching.value)
  })
  const parts = computed<readonly ResultPart[]>(() => {
    const brandPart = { part: 'brands', title: brandsTitle.value } as const
    // A single brand is redundant if all of its products are shown.
    const isRedundant = brands.value === 1 && products.value > 0 && products.value <= bestProducts
    if (brands.value === 0 || isRedundant)
      return products.value > 0 ? [{ part: 'products', title: productsTitle.value }] : []
    if (products.value === 0) return [brandPart]
    // A few brands fit in one row above their products; many brands come after the best products.
    return brands.value <= fewBrands
      ? [brandPart, { part: 'products', title: productsTitle.value }]
      : [{ part: 'best', title: productsTitle.value }, brandPart]
  })
  return { brands, products, parts }
}
