import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useCatalogLabels } from '../../../app/messages/use-catalog-labels.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { dataSizes, readPrice, validities, writePrice, type Chosen, type ShopFilter } from '../shop-address.ts'
import { useShopStore } from '../shop-store.ts'

export interface FacetChoice {
  /** The value as in the URL. */
  readonly value: string
  readonly label: string
  /** How many products it would leave; null if unknown. */
  readonly count: number | null
}
export interface FacetChoices {
  readonly name: ShopFilter
  readonly label: string
  /** The label for narrow places. */
  readonly short: string
  readonly chosen: string | null
  readonly choices: readonly FacetChoice[]
  /** Whether it has a choice to make, or one made. */
  readonly isUseful: boolean
}

// The most wanted types come first; others follow by name.
const usualTypes = ['topup', 'gift_card', 'esim']
const orderOf = (type: string): number => (usualTypes.includes(type) ? usualTypes.indexOf(type) : usualTypes.length)

/** Returns a function that labels a filter's value, given as in the URL. */
export function useFilterLabels(): (name: ShopFilter, value: string) => string {
  const { t } = useI18n()
  const formats = useFormats()
  const { categoryName, typeName } = useCatalogLabels()

  function priceLabel(value: string): string {
    const { currency = '', from = null, to = null } = readPrice(value) ?? {}
    if (from !== null && to !== null) return formats.value.prices(currency, from, to)
    return from === null
      ? t('shop.upTo', { price: formats.value.price(currency, String(to ?? 0)) })
      : t('shop.over', { price: formats.value.price(currency, String(from)) })
  }
  return (name, value) => {
    if (name === 'type') return typeName(value)
    if (name === 'price') return priceLabel(value)
    if (name === 'data') return t(`dataSizes.${value}`)
    if (name === 'validity') return t(`validities.${value}`)
    return name === 'unlimited' ? t('shop.unlimited') : categoryName(value)
  }
}

/** Returns every filter with its choices, in an order that does not depend on counts. */
export function useFacets(chosen: () => Chosen, currency: () => string | null): ComputedRef<readonly FacetChoices[]> {
  const store = useShopStore()
  const formats = useFormats()
  const labelOf = useFilterLabels()
  const { t } = useI18n()

  /** Returns a filter's labels; that of the price names the currency, since other currencies are converted to it. */
  function labels(name: ShopFilter): { label: string; short: string } {
    const code = currency()
    const short = t(`facets.${name}.label`)
    if (name !== 'price' || code === null) return { label: short, short }
    return { label: t('facets.price.in', { currency: formats.value.currencyName(code) }), short }
  }

  return computed(() => {
    const { facets } = store
    if (facets === null) return []
    const known = <T extends string>(values: readonly T[], found: readonly { value: T; count: number }[]) =>
      values.map((value) => ({ value, count: found.find((one) => one.value === value)?.count ?? 0 }))
    const byName = (name: ShopFilter, found: readonly { value: string; count: number }[]) =>
      found
        .map((one) => ({ ...one, label: labelOf(name, one.value) }))
        .sort((a, b) => orderOf(a.value) - orderOf(b.value) || a.label.localeCompare(b.label, formats.value.locale))
    const unit = currency() ?? ''
    const prices = facets.prices.map(({ count, ...range }) => ({
      value: writePrice({ currency: unit, ...range }),
      count,
    }))
    const found: Readonly<Record<ShopFilter, readonly { value: string; count: number }[]>> = {
      type: byName('type', known(store.types, facets.types)),
      category: byName('category', facets.categories),
      subType: byName('subType', facets.subTypes),
      price: prices,
      data: known(dataSizes, facets.data),
      validity: known(validities, facets.validities),
      unlimited: [{ value: '1', count: facets.unlimited }],
    }
    return (Object.entries(found) as [ShopFilter, (typeof found)[ShopFilter]][])
      .map(([name, all]) => ({ name, chosen: chosen()[name], all }))
      .map(({ name, chosen: value, all }) => ({
        name,
        ...labels(name),
        chosen: value,
        choices: withChosen(name, value, all),
        isUseful: value !== null || isUseful(name, all, facets.total),
      }))
  })

  /** Returns whether a filter can narrow the results: a single choice does not, unless some products lack it. */
  function isUseful(name: ShopFilter, choices: readonly { count: number }[], total: number): boolean {
    const some = choices.filter(({ count }) => count > 0)
    return name === 'unlimited' ? some.some(({ count }) => count < total) : some.length > 1
  }
  /** Adds a chosen value that no longer occurs, so that it can be removed. */
  function withChosen(name: ShopFilter, value: string | null, choices: readonly { value: string; count: number }[]) {
    const isThere = value === null || choices.some((one) => one.value === value)
    const all = isThere ? choices : [...choices, { value, count: null }]
    return all.map((one) => ({ ...one, label: labelOf(name, one.value) }))
  }
}
