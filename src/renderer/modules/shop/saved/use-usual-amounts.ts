import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import type { BoughtForView } from '../../../../shared/people/views.ts'
import type { RecentPurchaseView } from '../../../../shared/purchases/views.ts'
import { request } from '../../../app/requests/client.ts'
import { nearestToUsual, type TypedAmount } from './usual-amount.ts'

/** Somebody, with a product of the usual brand at a typed amount or near it; null for the usual one. */
export interface OfferedPerson extends BoughtForView {
  readonly product: VariantView | null
  /** False if the usual brand has nothing for the typed amount. */
  readonly isExact: boolean
}

/**
 * Returns people with the product of their usual brand that costs a typed amount, or twice with the nearest ones below and above it. A brand
 * is read once, not at each digit; what cannot be read is the usual product.
 */
export function useUsualAmounts(
  people: () => readonly BoughtForView[],
  amount: () => TypedAmount | null,
): { offered: ComputedRef<readonly OfferedPerson[]>; isRead: Readonly<Ref<boolean>> } {
  const shelves = shallowRef<ReadonlyMap<string, readonly VariantView[]>>(new Map())
  const isRead = ref(true)
  const wanted = computed(() => {
    const usual = amount() === null ? [] : people().flatMap((one) => one.usual ?? [])
    return [...new Map(usual.map((one) => [shelfOf(one), one])).values()]
  })

  async function read(purchases: readonly RecentPurchaseView[]): Promise<void> {
    isRead.value = false
    const read = await Promise.all(
      purchases.map(async (one) => {
        const asked = { slug: one.brandSlug, prefer: [one.country] }
        const brand = await request('catalog.brand', asked).catch(() => null)
        return [shelfOf(one), brand?.variants ?? []] as const
      }),
    )
    if (purchases !== wanted.value) return
    shelves.value = new Map(read)
    isRead.value = true
  }
  watch(
    wanted,
    (now, before) => {
      if (now.map(shelfOf).join() !== (before ?? []).map(shelfOf).join() || !isRead.value) void read(now)
    },
    { immediate: true, flush: 'sync' },
  )

  const offered = computed(() => {
    const typed = amount()
    return people().flatMap((one): OfferedPerson[] => {
      const variants = one.usual === null ? [] : (shelves.value.get(shelfOf(one.usual)) ?? [])
      if (typed === null || one.usual === null || variants.length === 0)
        return [{ ...one, product: null, isExact: typed === null || one.usual === null }]
      const products = nearestToUsual(variants, one.usual, typed)
      if (products.length === 0) return [{ ...one, product: null, isExact: false }]
      return products.map((product) => ({
        ...one,
        product,
        isExact: Number(product.price.fiatValue) === typed.value,
      }))
    })
  })
  return { offered, isRead }
}

const shelfOf = ({ brandSlug, country }: RecentPurchaseView): string => `${brandSlug} ${country}`
