import { fold } from '../../../shared/search/fold.ts'
import { regionNamesOf } from '../../../shared/search/region-names.ts'

interface Named {
  readonly iso2: string
  /** Its name in the language on screen. */
  readonly shown: string
  readonly name: string
}

/** What people call countries, folded, beside the names that Intl has. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  US: ['eua', 'e.u.a.', 'eeuu', 'ee.uu.', 'ee. uu.', 'ee uu', 'usa', 'u.s.a.', 'u.s.'],
  GB: [
    'uk',
    'u.k.',
    'england',
    'inglaterra',
    'angleterre',
    'great britain',
    'gran bretana',
    'gra-bretanha',
    'grande-bretagne',
  ],
  NL: ['holland', 'holanda', 'hollande'],
}

const known = new Map<string, readonly string[]>()

/** Returns what people call a country, folded: its names on screen, of the service, in every language of the search, and in daily use. */
export function countryNames({ iso2, shown, name }: Named): readonly string[] {
  const key = [iso2, shown, name].join('\n')
  const before = known.get(key)
  if (before !== undefined) return before
  const names = [...new Set([...[shown, name, ...regionNamesOf(iso2)].map(fold), ...(otherNames[iso2] ?? [])])]
  known.set(key, names)
  return names
}
