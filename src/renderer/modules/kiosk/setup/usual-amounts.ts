import type { ProductRowView } from '../../../../shared/catalog/views.ts'

/** Amounts as people buy them: 20, 50, 100, 200. */
const isRound = ({ price }: ProductRowView): boolean => /^[125]0*(?:\.0+)?$/.test(price.fiatValue)

/**
 * Puts the usual amounts of each brand first: round ones, from the middle of its shelf outwards. The catalog has them by popularity of the
 * brand and then by amount, so that its first ones are only the smallest.
 */
export function usualAmountsFirst(products: readonly ProductRowView[]): ProductRowView[] {
  const shelves = Map.groupBy(products, ({ brandSlug }) => brandSlug)
  return [...shelves.values()].flatMap((shelf) => {
    const byAmount = shelf.toSorted((a, b) => Number(a.price.fiatValue) - Number(b.price.fiatValue))
    const round = byAmount.filter(isRound)
    const middle = (round.length - 1) / 2
    const fromMiddle = round.toSorted(
      (a, b) => Math.abs(round.indexOf(a) - middle) - Math.abs(round.indexOf(b) - middle),
    )
    return [...fromMiddle, ...byAmount.filter((one) => !isRound(one))]
  })
}
