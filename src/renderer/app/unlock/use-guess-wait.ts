import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { AppError } from '../../../shared/errors.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useErrorMessages } from '../messages/use-error-messages.ts'
import { useNow } from '../timing/use-now.ts'

/** Returns the message of a refused password or PIN, which counts down the wait after too many, and until when that wait lasts. */
export function useGuessWait(errorOf: () => AppError | null) {
  const { t } = useI18n()
  const messages = useErrorMessages()
  const formats = useFormats()
  const now = useNow(1000)

  /** When the next attempt is allowed, in epoch milliseconds; null if one is allowed now. */
  const waitUntil = computed(() => {
    const error = errorOf()
    // The guess that begins a wait says so itself.
    const until = error?.details?.['until']
    return typeof until === 'number' && until > now.value ? until : null
  })
  const problem = computed(() => {
    const error = errorOf()
    if (!error) return undefined
    if (waitUntil.value === null) return error.details?.['until'] === undefined ? messages.of(error) : undefined
    const seconds = Math.ceil((waitUntil.value - now.value) / 1000)
    return seconds < 90
      ? t('lock.waitSeconds', { seconds: formats.value.number(seconds) }, seconds)
      : t('lock.waitUntil', { until: formats.value.clock(waitUntil.value, now.value) })
  })
  return { waitUntil, problem }
}
