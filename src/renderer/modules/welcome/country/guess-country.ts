import { languages, localeOf, locales, type Locale } from '../../../../shared/app/locales.ts'

/** What the system says about the place: its languages (BCP 47 tags) and its time zone (IANA). */
export interface SystemPlace {
  readonly languages: readonly string[]
  readonly timeZone: string
}

/** Reads what this computer's settings say about the place. */
export function readSystemPlace(): SystemPlace {
  return { languages: navigator.languages, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
}

const common = locales.flatMap((locale) => languages[locale].countries)

function zonesOf(iso2: string): readonly string[] {
  // TypeScript's library does not declare this member of ECMA-402 yet.
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${iso2}`)
  return locale.getTimeZones?.() ?? []
}

/** Returns the regions that the tags name, in their order, as far as they are among `countries`. */
function regionsOf(tags: readonly string[], countries: readonly string[]): string[] {
  return tags.flatMap((tag) => {
    try {
      const { region } = new Intl.Locale(tag)
      return region !== undefined && countries.includes(region) ? [region] : []
    } catch {
      return []
    }
  })
}

/**
 * Returns which of `countries` (ISO alpha-2) the computer is probably in, or null. The time zone says where a person is; a language's
 * region says so only if the zone names no country, because many people keep the system's American English.
 */
export function guessCountry({ languages: tags, timeZone }: SystemPlace, countries: readonly string[]): string | null {
  const regions = regionsOf(tags, countries)
  // Asking for a country's zones is slow, and "UTC" is no country's.
  const isPlace = timeZone.includes('/') && !timeZone.startsWith('Etc/')
  const ofZone = isPlace
    ? [...new Set([...regions, ...common, ...countries])].find((iso2) => zonesOf(iso2).includes(timeZone))
    : undefined
  return ofZone ?? regions[0] ?? null
}

/** Returns the language that has the country nearest to the top of its common ones; null if none has it. */
function spokenIn(country: string): Locale | null {
  const rank = (locale: Locale): number => languages[locale].countries.indexOf(country)
  const having = locales.filter((locale) => rank(locale) !== -1)
  return having.sort((a, b) => rank(a) - rank(b))[0] ?? null
}

/** Returns the six countries to offer beside `chosen`: those that the languages name first, then the commonest. */
export function listLikely(
  { languages: tags }: SystemPlace,
  chosen: string | null,
  locale: string,
  countries: readonly string[],
): string[] {
  const shown = localeOf(locale) ?? 'en'
  // Many people keep English whatever they speak.
  const spoken = (shown === 'en' && chosen !== null && spokenIn(chosen)) || shown
  const likely = new Set([...regionsOf(tags, countries), ...languages[spoken].countries])
  return [...likely].filter((iso2) => iso2 !== chosen).slice(0, 6)
}
