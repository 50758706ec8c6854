import { languages, type Locale } from '../app/locales.ts'
import { timeOfDay } from '../app/time-of-day.ts'

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

/** A paper's language, and the country where it is printed (ISO alpha-2), whose forms amounts and times have; null if it is unknown. */
export interface Place {
  readonly language: Locale
  readonly country?: string | null
}

function tagOf({ language, country }: Place): string {
  return country && /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : languages[language].neutral
}

/** The signs of currencies that the code page of receipt printers has (WPC1252). */
const onPage = /^[ -~\u00a0-\u00ffƒ€\s]+$/

/**
 * Formats an amount for paper with the currency's own sign, as the screen does there. The code stands for a sign that printers do not have,
 * and for a bare dollar sign beside amounts in the `till`'s currency (ISO 4217), if that is another one.
 */
export function amountOn(place: Place, currency: string, value: string, till = currency): string {
  const format = (currencyDisplay: 'symbol' | 'code'): Intl.NumberFormat =>
    new Intl.NumberFormat(tagOf(place), { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 20 })
  const amount = value as Intl.StringNumericLiteral
  const own = format('symbol')
  const sign = own.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
  const isClear = onPage.test(sign) && (sign !== '$' || currency === till)
  return plain((isClear ? own : format('code')).format(amount))
}

/** Formats day and time for paper, in `timeZone` or the system's. */
export function timeOn(place: Place, at: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat(tagOf(place), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...timeOfDay(tagOf(place), place.country ?? null),
    timeZone,
  })
  return plain(format.format(new Date(at)))
}

/** Formats a day of the calendar (`2026-11-22`) for paper. */
export function dayOn(place: Place, day: string): string {
  const format = new Intl.DateTimeFormat(tagOf(place), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return plain(format.format(new Date(`${day}T12:00:00Z`)))
}

/** Formats a time of day for paper, in `timeZone` or the system's. */
export function clockOn(place: Place, at: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat(tagOf(place), { ...timeOfDay(tagOf(place), place.country ?? null), timeZone })
  return plain(format.format(new Date(at)))
}
