/** Cash as it goes over the counter, counted by hand in whole cents, apart from what Till says of it. */
export interface Drawer {
  cents(): number
  /** What is kept of a customer, by the purchase it was given for. */
  keptOf(purchaseId: string): number
  /** A customer puts down `given` and gets `change` back. */
  take(purchaseId: string, given: string, change: string): void
  handBack(purchaseId: string, amount: string): void
  /** Cash that comes or goes without a customer. */
  move(cents: number): void
}

export const toCents = (amount: string): number => Math.round(Number(amount) * 100)

/** Cents as Till takes an amount. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2)

/** A drawer with its float. */
export function createDrawer(float: string): Drawer {
  let inside = toCents(float)
  const kept = new Map<string, number>()
  function book(purchaseId: string, cents: number): void {
    inside += cents
    kept.set(purchaseId, (kept.get(purchaseId) ?? 0) + cents)
  }
  return {
    cents: () => inside,
    keptOf: (purchaseId) => kept.get(purchaseId) ?? 0,
    take: (purchaseId, given, change) => book(purchaseId, toCents(given) - toCents(change)),
    handBack: (purchaseId, amount) => book(purchaseId, -toCents(amount)),
    move: (cents) => void (inside += cents),
  }
}
