import { createI18n } from 'vue-i18n'
import type { CheckRowView, CheckView } from '../src/shared/services/check-views.ts'
import { MAX_CHECK_REQUESTS } from '../src/shared/services/check-parts.ts'
import { en } from '../src/renderer/locales/all-messages.ts'

const signs = { fits: '✓', differs: '~', unknown: '?', fails: '✗' } as const
const WIDTH = 20

const { t } = createI18n({ legacy: false, locale: 'en', messages: { en } }).global

/** Prints that a check starts, which may take a while where the service does not answer. */
export function printBegin(): void {
  console.log(`${t('serviceCheck.running')} ${t('serviceCheck.runningText', { most: MAX_CHECK_REQUESTS })}\n`)
}

/** Prints the result of a check, in the words of the service form. */
export function printCheck({ ok, requests, rows, found }: CheckView): void {
  for (const [index, row] of rows.entries()) {
    const isSame = rows[index - 1]?.part === row.part
    const part = isSame ? '' : t(`serviceCheck.part.${row.part}`)
    console.log(`${signs[row.verdict]} ${part.padEnd(WIDTH)} ${messageOf(row)}`)
  }
  const cost = t('serviceCheck.cost', { count: requests, most: MAX_CHECK_REQUESTS })
  console.log(`\n${t(ok ? 'serviceCheck.fits' : 'serviceCheck.fitsNot')}. ${cost}`)
  if (found !== null) console.log(`\nSettings of the profile:\n${JSON.stringify(found, null, 2)}`)
  console.log('')
}

function messageOf({ message, values }: CheckRowView): string {
  return message === 'payment.refused'
    ? t(`refusal.${values['reason']}`, values)
    : t(`serviceCheck.messages.${message}`, values)
}
