import { shallowReactive, watch } from 'vue'
import type { Decimal } from '../../../shared/money.ts'
import { request } from '../../app/requests/client.ts'

/** Asks once for each network about how much of its own coin pays some purchases. A network without an answer has no entry. */
export function useSuggestedFees(networkKeys: () => readonly string[]): ReadonlyMap<string, Decimal> {
  const suggested = shallowReactive(new Map<string, Decimal>())
  const asked = new Set<string>()

  async function ask(networkKey: string): Promise<void> {
    asked.add(networkKey)
    const answer = await request('wallet.suggestFees', { networkKey }).catch(() => null)
    if (answer?.amount) suggested.set(networkKey, answer.amount)
  }
  watch(
    networkKeys,
    (keys) => {
      for (const key of new Set(keys)) if (!asked.has(key)) void ask(key)
    },
    { immediate: true },
  )
  return suggested
}
