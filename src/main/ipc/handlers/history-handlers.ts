import type { historyRequests } from '../../../shared/history/contract.ts'
import { fileName } from '../../exports/file-name.ts'
import type { Spending } from '../../wiring/spending.ts'
import { assertUnlocked, type LockedParts } from '../../accounts/assert-unlocked.ts'
import type { HandlersOf } from '../channel/handlers.ts'
import type { SaveFile } from '../../shell/save-file.ts'

export interface HistoryParts extends LockedParts {
  readonly spending: Pick<Spending, 'foreignPayments' | 'unseen' | 'attention' | 'reconcile'>
  readonly save: SaveFile
}

/** Answers requests about transactions that left the wallet outside this Till. */
export function historyHandlers(parts: HistoryParts): HandlersOf<typeof historyRequests> {
  const { foreignPayments, unseen, attention, reconcile } = parts.spending
  return {
    'history.elsewhere': () => foreignPayments.elsewhere(),
    'history.acknowledge'({ hash }) {
      // It silences the alarm about another holder of the recovery phrase.
      assertUnlocked(parts)
      foreignPayments.acknowledge(hash)
      return { items: attention() }
    },
    'history.acknowledgeUnseen'({ below, ...account }) {
      assertUnlocked(parts)
      unseen.acknowledge(account, below)
      reconcile()
      return { items: attention() }
    },
    'history.saveProof': ({ hash, language }) =>
      parts.save(fileName('payment', { language }, [hash.slice(2, 10)], 'json'), foreignPayments.proof(hash)),
  }
}
