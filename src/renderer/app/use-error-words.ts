import { useI18n } from 'vue-i18n'
import type { AppError, ErrorCode } from '../../shared/errors.ts'
import { errorWords } from './error-words.ts'
import { useNoticesStore } from './notices-store.ts'
import { useFormats } from './use-formats.ts'

/** Turns an error or an error code into the sentence on screen, and can put it up as a notice. */
export function useErrorWords() {
  const { t } = useI18n()
  const formats = useFormats()
  const notices = useNoticesStore()

  function say(error: AppError | ErrorCode): string {
    const { key, params } = errorWords(
      typeof error === 'string' ? { code: error, details: {} } : error,
      formats.value,
      Date.now(),
    )
    return t(key, params)
  }
  function notify(error: AppError): void {
    const address = error.details?.['address']
    notices.add('bad', say(error), typeof address === 'string' ? address : null)
  }
  return { say, notify }
}
