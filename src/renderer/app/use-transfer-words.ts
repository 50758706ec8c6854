import { useI18n } from 'vue-i18n'
import type { TransferView } from '../../shared/transfer-views.ts'
import { useAccountsStore } from './accounts/accounts-store.ts'
import { useAccountWords } from './accounts/use-account-words.ts'
import { useFormats } from './use-formats.ts'

type TransferKind = TransferView['state'] | 'cancelling' | 'stuck' | 'unclear'

/** Coins that were sent, in a person's words. */
export function useTransferWords() {
  const { t } = useI18n()
  const formats = useFormats()
  const accounts = useAccountsStore()
  const { nameOf, shortOf } = useAccountWords()

  const amountOf = ({ amount, symbol }: TransferView): string => formats.value.coin(amount, symbol, 'up', 18)
  /** By the name it had, else as an own account, else by its address. */
  function recipientOf({ name, recipient }: TransferView): string {
    const own = accounts.all.find(({ address }) => address.toLowerCase() === recipient.toLowerCase())
    return name ?? (own ? nameOf(own) : shortOf({ address: recipient, name: '', kind: 'words' }))
  }
  const isCancelling = ({ state, feeChange }: TransferView): boolean =>
    state === 'signed' && feeChange?.action === 'cancel'
  /** Which words tell how far it is: those that ask for the person come first. */
  function kindOf(transfer: TransferView): TransferKind {
    if (transfer.isOverdue) return transfer.waitingFor?.what === 'proof' ? 'unclear' : 'stuck'
    return isCancelling(transfer) ? 'cancelling' : transfer.state
  }
  const stateOf = (transfer: TransferView): string => t(`send.state.${kindOf(transfer)}`)
  /** What keeps it from its block; null where the words for how far it is say so already. */
  function waitingOf({ waitingFor, isOverdue, networkName }: TransferView): string | null {
    if (waitingFor === null || (waitingFor.what === 'proof' && isOverdue)) return null
    if (waitingFor.what === 'connection') return t('waiting.networkSilent', { network: networkName })
    return waitingFor.refusal ? t(`waiting.refused.${waitingFor.refusal}`) : t(`waiting.${waitingFor.what}`)
  }
  return { amountOf, recipientOf, stateOf, kindOf, waitingOf }
}
