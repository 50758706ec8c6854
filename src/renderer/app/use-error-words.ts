import { useI18n } from 'vue-i18n'
import type { AppError, ErrorCode } from '../../shared/errors.ts'
import { errorWords, type SaidError } from './error-words.ts'
import { useNoticesStore } from './notices-store.ts'
import { useFormats } from './use-formats.ts'

/** Turns an error or an error code into the sentence on screen, and can put it up as a notice. */
export function useErrorWords() {
  const { t } = useI18n()
  const formats = useFormats()
  const notices = useNoticesStore()

  /** The sentence for an error as it stands at `at`, in epoch milliseconds. */
  function say(error: SaidError | ErrorCode, at = Date.now()): string {
    const { key, params, says } = errorWords(
      typeof error === 'string' ? { code: error, details: {} } : error,
      formats.value,
      at,
    )
    return says === null ? t(key, params) : `${t(key, params)} ${t('report.says', { words: says })}`
  }
  return { say, notify: (error: AppError) => notices.addError(error) }
}
