import { useI18n } from 'vue-i18n'
import { useFormats } from '../../app/formats/use-formats.ts'
import { useNow } from '../../app/timing/use-now.ts'

/** Returns a function that labels the age of a balance (epoch ms); null where `saidAt`, which is said above, reads the same. */
export function useBalanceAge(): (at: number, saidAt: number | null) => string | null {
  const { t } = useI18n()
  const formats = useFormats()
  const now = useNow()
  const when = (at: number): string => formats.value.when(at, now.value)
  return (at, saidAt) =>
    saidAt !== null && when(at) === when(saidAt) ? null : t('wallet.lastKnown', { when: when(at) })
}
