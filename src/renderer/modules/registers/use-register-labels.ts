import { useI18n } from 'vue-i18n'
import { accountColours, type AccountColour } from '../../../shared/wallet/account-colours.ts'
import type { RegisterSoldView, RegistersView, RegisterView } from '../../../shared/registers/views.ts'
import { useErrorMessages } from '../../app/messages/use-error-messages.ts'
import { useFormats } from '../../app/formats/use-formats.ts'
import { hueOf } from '../../ui/pictures/tint.ts'

/** Returns labels for another register. */
export function useRegisterLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const messages = useErrorMessages()

  const shortOf = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
  /** The same address always gets the same colour. */
  const colourOf = (address: string): AccountColour =>
    accountColours[hueOf(address.toLowerCase()) % accountColours.length] ?? 'slate'
  function countOf({ count, whole }: RegisterSoldView): string {
    const shown = formats.value.number(count)
    return whole ? t('registers.sold', { count: shown }, count) : t('registers.soldAtLeast', { count: shown }, count)
  }
  /** One amount per currency. */
  const amountsOf = ({ fiat }: RegisterSoldView): string[] =>
    fiat.map(({ currency, total }) => formats.value.fiat(currency, total))
  const coinsOf = ({ coins }: RegisterSoldView): string[] =>
    coins.map(({ currency, total }) => formats.value.coin(total, currency))
  /** Returns why a register's figures are not current; '' if they are. */
  function stateOf({ state, problem, readAt }: RegisterView): string {
    if (state === 'reading') return t('registers.reading')
    if (state === 'next') return t('registers.next')
    if (state === 'left') return readAt === null ? '' : t('registers.left')
    return problem === null ? '' : messages.of(problem)
  }
  function asOf({ readAt }: RegisterView, now: number): string {
    return readAt === null
      ? t('registers.notRead')
      : t('registers.asOf', { time: formats.value.clock(Date.parse(readAt), now) })
  }
  /** Returns why reading stopped, and when it makes sense to continue. */
  function stoppedBy({ code, details }: NonNullable<RegistersView['stopped']>, now: number): string {
    const until = details?.until
    const isWait = code === 'service-budget-spent' || code === 'service-rate-limited'
    return isWait && typeof until === 'number' && until > now
      ? t(`registers.stopped.${code}`, { until: formats.value.clock(until, now) })
      : messages.of({ code, details })
  }
  return { shortOf, colourOf, countOf, amountsOf, coinsOf, stateOf, asOf, stoppedBy }
}
