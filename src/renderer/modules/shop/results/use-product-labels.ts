import { useI18n } from 'vue-i18n'
import type { ProductRowView, Sort } from '../../../../shared/catalog/views.ts'
import { compareDecimals } from '../../../../shared/money.ts'
import { useCatalogLabels } from '../../../app/messages/use-catalog-labels.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { givesValue } from '../shop-address.ts'
import { destinationIn } from '../../../app/countries/destination.ts'
import { unitPrice } from './unit-price.ts'

/** Returns the labels of a product in a list. */
export function useProductLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const { facts, reachName } = useCatalogLabels()

  /** Returns the country and the facts; the service's note only without facts, and not if the row above has the same. */
  function about(product: ProductRowView, before: ProductRowView | undefined, destinations: readonly string[]): string {
    const known = facts(product)
    const isRepeated = before?.brandSlug === product.brandSlug && before.shortNotes === product.shortNotes
    const details = known.length > 0 || isRepeated ? known : [product.shortNotes]
    return [reachName(product, destinationIn(product, destinations)), ...details].filter(Boolean).join(' · ')
  }
  /** Returns what the sort compares, in coins: the price of a GB, day or minute; null for other sorts. */
  function compared(product: ProductRowView, sort: Sort): string | null {
    if (!givesValue(sort)) return null
    const unit = unitPrice(product, sort)
    if (unit === null) return null
    const digits = compareDecimals(unit, '0.1') < 0 ? 4 : 2
    const price = formats.value.coin(unit, product.price.stableCoinCurrency, 'up', digits)
    return t(`unitPrice.${sort}`, { price })
  }
  return { about, compared }
}
