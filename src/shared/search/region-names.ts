import { locales, languages } from '../app/locales.ts'

const known = new Map<string, readonly string[]>()
let displayNames: readonly Intl.DisplayNames[] | null = null

/**
 * Returns the names of a country (ISO 3166-1 alpha-2) or of a region (UN M49) in every language of Till, each once, English first.
 * Empty if it has none.
 */
export function regionNamesOf(code: string): readonly string[] {
  const before = known.get(code)
  if (before !== undefined) return before
  // Created on first use: it takes longer than most of the start.
  displayNames ??= locales.map((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }))
  const names = [...new Set(displayNames.flatMap((language) => language.of(code) ?? []))]
  known.set(code, names)
  return names
}

/** Regions of UN M49 (https://unstats.un.org/unsd/methodology/m49/): continents and their parts. */
export const regionCodes: readonly string[] = [
  '001',
  '002',
  '003',
  '005',
  '009',
  '011',
  '013',
  '014',
  '015',
  '017',
  '018',
  '019',
  '021',
  '029',
  '030',
  '034',
  '035',
  '039',
  '053',
  '054',
  '057',
  '061',
  '142',
  '143',
  '145',
  '150',
  '151',
  '154',
  '155',
  '202',
  '419',
]

/** What people call the whole world. */
export const worldWords: readonly string[] = [...new Set(Object.values(languages).flatMap((one) => one.worldWords))]
