import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { readable, useCatalogLabels } from '../../app/use-catalog-labels.ts'
import { useFormats } from '../../app/use-formats.ts'
import { dataSizes, readPrice, validities, writePrice, type Chosen, type ShopFilter } from './shop-address.ts'
import { useShopStore } from './shop-store.ts'

export interface FacetChoice {
  /** As it stands in the address. */
  readonly value: string
  readonly label: string
  /** How many products it would leave; null where that is not known. */
  readonly count: number | null
}
export interface FacetChoices {
  readonly name: ShopFilter
  readonly label: string
  /** The label where there is little room. */
  readonly short: string
  readonly chosen: string | null
  readonly choices: readonly FacetChoice[]
  /** Whether there is something to choose, or chosen. */
  readonly tells: boolean
}

// What most people come for stands first; other types follow by name.
const usualTypes = ['topup', 'gift_card', 'esim']
const placeOf = (type: string): number => (usualTypes.includes(type) ? usualTypes.indexOf(type) : usualTypes.length)

/** The words of a filter's value, as it stands in the address. */
export function useFilterWords(): (name: ShopFilter, value: string) => string {
  const { t } = useI18n()
  const formats = useFormats()
  const { typeName } = useCatalogLabels()

  function priceWords(value: string): string {
    const { currency = '', from = null, to = null } = readPrice(value) ?? {}
    if (from !== null && to !== null) return formats.value.prices(currency, from, to)
    return from === null
      ? t('shop.upTo', { price: formats.value.price(currency, String(to ?? 0)) })
      : t('shop.over', { price: formats.value.price(currency, String(from)) })
  }
  return (name, value) => {
    if (name === 'type') return typeName(value)
    if (name === 'price') return priceWords(value)
    if (name === 'data') return t(`dataSizes.${value}`)
    if (name === 'validity') return t(`validities.${value}`)
    return name === 'unlimited' ? t('shop.unlimited') : readable(value)
  }
}

/** Every filter with its choices, in an order that no count changes. */
export function useFacets(chosen: () => Chosen, currency: () => string | null): ComputedRef<readonly FacetChoices[]> {
  const store = useShopStore()
  const formats = useFormats()
  const words = useFilterWords()
  const { t } = useI18n()

  /** What a filter is about; a price in which currency, since other currencies' prices are turned into it. */
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
        .map((one) => ({ ...one, label: words(name, one.value) }))
        .sort((a, b) => placeOf(a.value) - placeOf(b.value) || a.label.localeCompare(b.label, formats.value.locale))
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
        ...{ name, ...labels(name), chosen: value, choices: withChosen(name, value, all) },
        tells: value !== null || tells(name, all, facets.total),
      }))
  })

  /** A filter with a single choice tells nothing, but for one that not every product fulfils. */
  function tells(name: ShopFilter, choices: readonly { count: number }[], total: number): boolean {
    const some = choices.filter(({ count }) => count > 0)
    return name === 'unlimited' ? some.some(({ count }) => count < total) : some.length > 1
  }
  /** What is chosen but no longer occurs stays in the list, so that it can be taken off. */
  function withChosen(name: ShopFilter, value: string | null, choices: readonly { value: string; count: number }[]) {
    const isThere = value === null || choices.some((one) => one.value === value)
    const all = isThere ? choices : [...choices, { value, count: null }]
    return all.map((one) => ({ ...one, label: words(name, one.value) }))
  }
}
