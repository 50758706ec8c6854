import { regionNamesOf } from '../../shared/search/region-names.ts'

/** Returns a country's English name, the sort key of catalogs; its ISO alpha-2 code if it has none. */
export const englishNameOf = (iso2: string): string => regionNamesOf(iso2)[0] ?? iso2
