import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import type { Timer } from '../../../shared/timer.ts'

export interface PurchaseNewsOptions {
  readonly timer: Timer
  /** Returns a purchase's current row; null if it cannot be read. */
  row(id: string): PurchaseRowView | null
  emit(row: PurchaseRowView): void
  /** Called when balances and allowances may have changed. */
  coinsMoved(): void
}

/** Notifies the page of changed purchases. */
export interface PurchaseNews {
  changed(id: string): void
}

const AT_ONCE = 20
const BREATH_MS = 50

/**
 * Creates news that emit each purchase once for all simultaneous changes, a few at a time, and read balances at the end. Thousands that
 * change together, as after a start, block neither the page nor this process.
 */
export function createPurchaseNews({ timer, row, emit, coinsMoved }: PurchaseNewsOptions): PurchaseNews {
  const ids = new Set<string>()
  /** The row last emitted for each purchase. */
  const emitted = new Map<string, PurchaseRowView['status']>()
  let planned = false
  let mayHaveMoved = false

  function plan(ms: number): void {
    planned = true
    timer(ms, tell)
  }

  function tell(): void {
    planned = false
    for (const id of [...ids].slice(0, AT_ONCE)) {
      ids.delete(id)
      const view = row(id)
      if (view) emit(view)
      if (view === null || mayMoveCoins(emitted.get(id), view.status)) mayHaveMoved = true
      if (view) emitted.set(id, view.status)
    }
    if (ids.size > 0) return plan(BREATH_MS)
    if (mayHaveMoved) coinsMoved()
    mayHaveMoved = false
  }

  return {
    changed(id) {
      ids.add(id)
      if (!planned) plan(0)
    },
  }
}

/** Coins move when a payment is mined, and when it is refunded; not with each step between. */
function mayMoveCoins(before: PurchaseRowView['status'] | undefined, status: PurchaseRowView['status']): boolean {
  if (status === 'paying' || status === before) return false
  return before === undefined || status !== 'delivered'
}
