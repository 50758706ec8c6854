import { computed, type ComputedRef } from 'vue'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { useNow } from '../../../app/timing/use-now.ts'
import { outcomeKeys, type OutcomeParagraph } from './outcome-keys.ts'
import { useOutcomeMessages } from './use-outcome-messages.ts'

export interface OutcomeText {
  readonly about: OutcomeParagraph['about']
  readonly text: string
}

/** Returns all paragraphs about a purchase; `claims` is true if its refund must be claimed, or is being claimed. */
export function useOutcome(purchase: () => PurchaseView, claims: () => boolean): ComputedRef<OutcomeText[]> {
  const app = useAppStore()
  const now = useNow()
  const textOf = useOutcomeMessages()
  return computed(() => {
    const isServiceOnline = app.connection?.service === 'online'
    const all = outcomeKeys(purchase(), { now: now.value, isServiceOnline })
    return all
      .filter(({ about }) => !claims() || about !== 'waiting')
      .map(({ about, keys }) => ({ about, text: textOf(purchase(), claims() ? keys.map(toClaim) : keys) }))
  })
}

const claimKeys: Readonly<Partial<Record<string, string>>> = {
  'outcome.failed': 'outcome.failedToClaim',
  'outcome.refusedWaived': 'outcome.refusedToClaim',
}
const toClaim = (key: string): string => claimKeys[key] ?? key
