import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { PurchaseView } from '../../../shared/views.ts'
import { useFormats } from '../../app/use-formats.ts'
import { useTroubleWords } from '../../app/use-trouble-words.ts'
import { knownKey, safeKey } from './outcome.ts'

/** What is known about the question a purchase asks, and what is safe about it; null while it asks nothing. */
export function useAskedWords(
  purchase: () => PurchaseView,
): ComputedRef<{ readonly known: string; readonly safe: string } | null> {
  const { t } = useI18n()
  const formats = useFormats()
  const { troubleText } = useTroubleWords()
  return computed(() => {
    const asked = purchase()
    const { attention } = asked
    if (attention === null) return null
    const { possible } = asked.refund
    const hash = asked.steps.find(({ kind }) => kind === 'pay')?.hash ?? ''
    const named = {
      total: formats.value.coin(asked.totalAmount, asked.tokenSymbol),
      from: possible?.from ?? '',
      at: possible?.at ? formats.value.exactly(Date.parse(possible.at)) : '',
      // The whole of it is in the details.
      hash: `${hash.slice(0, 10)}…${hash.slice(-6)}`,
      answer: String(asked.registration.lastStatus ?? ''),
      status: asked.service.status ?? '',
      trouble: asked.networkTrouble ? troubleText(asked.networkTrouble) : '',
    }
    return {
      known: t(`attention.${knownKey(asked)}`, named),
      safe: t(`attention.${safeKey(attention, asked)}`, named),
    }
  })
}
