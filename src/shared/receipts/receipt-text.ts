import { languages, type Locale } from '../app/locales.ts'

/** Removes what cannot be printed: control characters, and the special spaces of Intl. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** Returns the non-empty lines of a text. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map(plain)
    .filter((line) => line !== '')
}

/** Formats an amount for paper, with its currency's code. */
export function amountOn(language: Locale, currency: string, value: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'code', maximumFractionDigits: 20 } as const
  return plain(new Intl.NumberFormat(languages[language].neutral, options).format(value as Intl.StringNumericLiteral))
}

/** Formats day and time for paper, in `timeZone` or the system's. */
export function timeOn(language: Locale, at: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat(languages[language].neutral, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return plain(format.format(new Date(at)))
}

/** Formats a day of the calendar (`2026-11-22`) for paper. */
export function dayOn(language: Locale, day: string): string {
  const format = new Intl.DateTimeFormat(languages[language].neutral, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return plain(format.format(new Date(`${day}T12:00:00Z`)))
}

/** Formats a time of day for paper, in `timeZone` or the system's. */
export function clockOn(language: Locale, at: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat(languages[language].neutral, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return plain(format.format(new Date(at)))
}
