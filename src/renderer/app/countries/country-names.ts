import { fold } from '../../../shared/search/fold.ts'
import { regionNamesOf } from '../../../shared/search/region-names.ts'

interface Named {
  readonly iso2: string
  /** Its name in the language on screen. */
  readonly shown: string
  readonly name: string
}

const known = new Map<string, readonly string[]>()

/** Returns what people call a country, folded: its names on screen, of the service, and in every language of the search. */
export function countryNames({ iso2, shown, name }: Named): readonly string[] {
  const key = [iso2, shown, name].join('\n')
  const before = known.get(key)
  if (before !== undefined) return before
  const names = [...new Set([shown, name, ...regionNamesOf(iso2)].map(fold))]
  known.set(key, names)
  return names
}
