import { locales } from '../../../shared/app/locales.ts'
import { fold } from '../../../shared/search/fold.ts'

const known = new Map<string, readonly string[]>()
let languages: readonly Intl.DisplayNames[] | null = null

/** Returns the names of a currency (ISO 4217) in every language of the search, folded; none for what is no currency. */
export function currencyNames(code: string): readonly string[] {
  const before = known.get(code)
  if (before !== undefined) return before
  languages ??= locales.map((locale) => new Intl.DisplayNames([locale], { type: 'currency', fallback: 'none' }))
  const isCode = /^[A-Z]{3}$/.test(code)
  const names = isCode ? [...new Set(languages.flatMap((language) => language.of(code) ?? []).map(fold))] : []
  known.set(code, names)
  return names
}
