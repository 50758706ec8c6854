import { useI18n } from 'vue-i18n'
import type { TransferView } from '../../../shared/transfers/views.ts'
import { useAccountNames } from '../accounts/use-account-names.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useSingleStepLabels } from './use-single-step-labels.ts'

/** Returns labels for transfers. */
export function useTransferLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const { ownerOf, shortOf } = useAccountNames()
  const { kindOf, waitingOf, troubledText } = useSingleStepLabels()

  const amountOf = ({ amount, symbol }: TransferView): string => formats.value.coin(amount, symbol, 'up', 18)
  /** Returns the own account's name, else the shortened address. */
  const holderOf = (holder: `0x${string}`): string =>
    ownerOf(holder) ?? shortOf({ address: holder, name: '', kind: 'phrase' })
  const recipientOf = ({ name, recipient }: TransferView): string => name ?? holderOf(recipient)
  const stateOf = (transfer: TransferView): string => t(`send.state.${kindOf(transfer)}`)
  const textOf = (transfer: TransferView): string =>
    troubledText(transfer, 'send') ?? t(`send.outcome.${kindOf(transfer)}.text`)
  return { amountOf, holderOf, recipientOf, stateOf, textOf, kindOf, waitingOf }
}
