import type { CounterView } from '../../../shared/kiosk/counter-views.ts'
import { toAppError } from '../../../shared/errors.ts'
import { request } from '../requests/client.ts'
import { useErrorMessages } from '../messages/use-error-messages.ts'
import { useCounterStore, type CounterPage } from './counter-store.ts'

/** Loads the counter of a shop's register into its store. */
export async function loadCounter(): Promise<void> {
  const store = useCounterStore()
  store.counter = await request('counter.get')
}

/** Edits the counter's pages: shows a change at once, and reverts it with a message if it cannot be saved. */
export function useCounter() {
  const store = useCounterStore()
  const messages = useErrorMessages()

  /** Reads the prices of change `turn` again if the service told its fee for them, which nobody waits for. */
  async function readWithFee(turn: number, { pages }: CounterView): Promise<void> {
    const skus = pages.flatMap(({ products }) => products.map(({ product }) => product.sku))
    if (skus.length === 0 || !(await request('prices.learnFeeOnce', { skus }).catch(() => false))) return
    const read = await request('counter.get').catch(() => null)
    if (read !== null && turn === store.changes) store.counter = read
  }
  async function set(pages: CounterPage[]): Promise<boolean> {
    const before = store.counter
    if (before === null) return false
    const turn = ++store.changes
    store.counter = { ...before, pages }
    const wanted = pages.map(({ name, products }) => ({ name, products: products.map(({ product }) => product.sku) }))
    try {
      const saved = await request('counter.set', { pages: wanted })
      if (turn === store.changes) store.counter = saved
      void readWithFee(turn, saved)
      return true
    } catch (error) {
      messages.notify(toAppError(error))
      // Later changes were based on one that was never saved.
      store.changes += 1
      await loadCounter().catch(() => (store.counter = before))
      return false
    }
  }
  return { set }
}
