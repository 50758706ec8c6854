import { fold } from '../../../shared/search/fold.ts'
import { locales } from '../../../shared/app/locales.ts'

interface Named {
  readonly iso2: string
  /** Its name in the language on screen. */
  readonly shown: string
  readonly name: string
}

let languages: readonly Intl.DisplayNames[] | null = null
const known = new Map<string, readonly string[]>()

/** Returns what people call a country, folded: its names on screen, of the service, and in every language of the search. */
export function countryNames({ iso2, shown, name }: Named): readonly string[] {
  const key = [iso2, shown, name].join('\n')
  const before = known.get(key)
  if (before !== undefined) return before
  languages ??= locales.map((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }))
  const inLanguages = languages.flatMap((language) => language.of(iso2) ?? [])
  const names = [...new Set([shown, name, ...inLanguages].map(fold))]
  known.set(key, names)
  return names
}
