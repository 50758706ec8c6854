/** Cash that crosses the counter, counted by hand in whole cents, independent of Till. */
export interface Drawer {
  cents(): number
  /** Returns the cash kept from a customer, by the purchase it paid for. */
  cashOf(purchaseId: string): number
  /** Takes `given` from a customer and hands `change` back. */
  take(purchaseId: string, given: string, change: string): void
  handBack(purchaseId: string, amount: string): void
  /** Moves cash in or out without a customer. */
  move(cents: number): void
}

export const toCents = (amount: string): number => Math.round(Number(amount) * 100)

/** Returns cents as an amount that Till takes. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2)

/** Creates a drawer with its float. */
export function createDrawer(float: string): Drawer {
  let inside = toCents(float)
  const cashBySale = new Map<string, number>()
  function book(purchaseId: string, cents: number): void {
    inside += cents
    cashBySale.set(purchaseId, (cashBySale.get(purchaseId) ?? 0) + cents)
  }
  return {
    cents: () => inside,
    cashOf: (purchaseId) => cashBySale.get(purchaseId) ?? 0,
    take: (purchaseId, given, change) => book(purchaseId, toCents(given) - toCents(change)),
    handBack: (purchaseId, amount) => book(purchaseId, -toCents(amount)),
    move: (cents) => void (inside += cents),
  }
}
