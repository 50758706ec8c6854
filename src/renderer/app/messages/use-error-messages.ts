import { useI18n } from 'vue-i18n'
import type { AppError, ErrorCode, ErrorView } from '../../../shared/errors.ts'
import { errorMessage } from './error-message.ts'
import { useNoticesStore } from '../stores/notices-store.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useNow } from '../timing/use-now.ts'

/** Turns an error or an error code into its message, and can show it as a notice. */
export function useErrorMessages() {
  const { t, te } = useI18n()
  const formats = useFormats()
  const notices = useNoticesStore()
  const now = useNow()

  /** Returns an error's message as of `at`, in epoch milliseconds; without it, it follows the time: a wait ends. */
  function messageOf<C extends ErrorCode>(error: ErrorView<C> | C, at = now.value): string {
    const view: ErrorView = typeof error === 'string' ? { code: error } : error
    const { key, params, says } = errorMessage(view, formats.value, at)
    // Another version of main may have codes and reasons that this page does not know.
    const known = [key, `errors.${view.code}`].find((one) => te(one)) ?? 'errors.internal'
    const message = t(known, params)
    return says === null ? message : `${message} ${t('report.says', { words: says })}`
  }
  return { of: messageOf, notify: (error: AppError) => notices.addError(error) }
}
