/** Boundaries of the price ranges in coins, which are close to dollars. */
const steps = [5, 10, 25, 50, 100]

/**
 * Returns ranges of round amounts in a currency of which one coin buys `perCoin`. Each excludes its lower bound and includes its upper one.
 */
export function priceRanges(perCoin: number): { from: number | null; to: number | null }[] {
  const edges = [...new Set(steps.map((step) => roundAmount(step * perCoin)))]
  return [
    ...edges.map((to, index) => ({ from: edges[index - 1] ?? null, to })),
    { from: edges.at(-1) ?? null, to: null },
  ]
}

/** Returns the nearest of 1, 2, 2.5 and 5 times a power of ten. */
function roundAmount(amount: number): number {
  const scale = 10 ** Math.floor(Math.log10(amount))
  const round = [1, 2, 2.5, 5, 10].reduce((best, one) =>
    Math.abs(Math.log(one * scale) - Math.log(amount)) < Math.abs(Math.log(best * scale) - Math.log(amount))
      ? one
      : best,
  )
  return Number((round * scale).toPrecision(2))
}
