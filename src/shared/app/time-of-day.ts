import { localeOf } from './locales.ts'

/** How `Intl.DateTimeFormat` writes a time of day. */
export interface TimeOfDay {
  readonly hour: 'numeric' | '2-digit'
  readonly minute: '2-digit'
  readonly hourCycle: 'h12' | 'h23'
}

/**
 * Returns how a time of day is written, on every screen and every paper: in the language of `locale` (BCP 47), on the 12 or 24 hours that
 * it has in the country of the person or shop (ISO alpha-2), or if that is unknown, in `locale` itself.
 */
export function timeOfDay(locale: string, country: string | null): TimeOfDay {
  const language = localeOf(locale) ?? locale
  const there = country !== null && /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : locale
  const is24 =
    new Intl.DateTimeFormat(there, { hour: 'numeric' }).resolvedOptions().hourCycle?.startsWith('h2') === true
  const hourCycle = is24 ? 'h23' : 'h12'
  const early = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle, timeZone: 'UTC' })
  // Alone, a time has the two figures of its language; with a day it has them only if asked for.
  return { hour: early.format(5 * 3_600_000).startsWith('0') ? '2-digit' : 'numeric', minute: '2-digit', hourCycle }
}
