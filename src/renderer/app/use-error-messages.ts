import { useI18n } from 'vue-i18n'
import type { AppError, ErrorCode } from '../../shared/errors.ts'
import { errorMessage, type ShownError } from './error-message.ts'
import { useNoticesStore } from './notices-store.ts'
import { useFormats } from './use-formats.ts'

/** Turns an error or an error code into its message, and can show it as a notice. */
export function useErrorMessages() {
  const { t } = useI18n()
  const formats = useFormats()
  const notices = useNoticesStore()

  /** Returns an error's message as of `at`, in epoch milliseconds. */
  function messageOf(error: ShownError | ErrorCode, at = Date.now()): string {
    const { key, params, says } = errorMessage(
      typeof error === 'string' ? { code: error, details: {} } : error,
      formats.value,
      at,
    )
    return says === null ? t(key, params) : `${t(key, params)} ${t('report.says', { words: says })}`
  }
  return { of: messageOf, notify: (error: AppError) => notices.addError(error) }
}
