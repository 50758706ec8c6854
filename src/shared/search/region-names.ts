import { locales } from '../app/locales.ts'

const known = new Map<string, readonly string[]>()
let languages: readonly Intl.DisplayNames[] | null = null

/**
 * Returns the names of a country (ISO 3166-1 alpha-2) or of a region (UN M49) in every language of Till, each once, English first.
 * Empty if it has none.
 */
export function regionNamesOf(code: string): readonly string[] {
  const before = known.get(code)
  if (before !== undefined) return before
  // Created on first use: it takes longer than most of the start.
  languages ??= locales.map((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }))
  const names = [...new Set(languages.flatMap((language) => language.of(code) ?? []))]
  known.set(code, names)
  return names
}
