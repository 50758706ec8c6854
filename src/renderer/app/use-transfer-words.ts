import { useI18n } from 'vue-i18n'
import type { TransferView } from '../../shared/transfers/views.ts'
import { useAccountsStore } from './accounts/accounts-store.ts'
import { useAccountWords } from './accounts/use-account-words.ts'
import { useFormats } from './use-formats.ts'
import { useSingleStepWords } from './use-single-step-words.ts'

/** Coins that were sent, in a person's words. */
export function useTransferWords() {
  const { t } = useI18n()
  const formats = useFormats()
  const accounts = useAccountsStore()
  const { nameOf, shortOf } = useAccountWords()
  const { kindOf, waitingOf, troubledText } = useSingleStepWords()

  const amountOf = ({ amount, symbol }: TransferView): string => formats.value.coin(amount, symbol, 'up', 18)
  /** By the name it had, else as an own account, else by its address. */
  function recipientOf({ name, recipient }: TransferView): string {
    const own = accounts.all.find(({ address }) => address.toLowerCase() === recipient.toLowerCase())
    return name ?? (own ? nameOf(own) : shortOf({ address: recipient, name: '', kind: 'words' }))
  }
  const stateOf = (transfer: TransferView): string => t(`send.state.${kindOf(transfer)}`)
  const textOf = (transfer: TransferView): string =>
    troubledText(transfer, 'send') ?? t(`send.outcome.${kindOf(transfer)}.text`)
  return { amountOf, recipientOf, stateOf, textOf, kindOf, waitingOf }
}
