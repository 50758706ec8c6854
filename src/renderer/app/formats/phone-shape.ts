/** A group of digits as people of a country write them: those typed, and how many are missing. */
export interface DigitGroup {
  readonly typed: string
  readonly missing: number
}

/** Groups the digits of a number that may be incomplete. */
export interface PhoneShape {
  /**
   * Returns the groups of a national number of `country` (ISO alpha-2), with or without its trunk prefix; unless it `isWhole`, with the
   * digits that its mobile numbers also have. A number with a calling code is only grouped.
   */
  groups(typed: string, country: string, isWhole: boolean): DigitGroup[]
  /** Returns how many digits the mobile numbers of a country have as people there write them, with a trunk prefix; null if unknown. */
  lengthIn(country: string): number | null
  /** Returns a mobile number as those of a country are, in international form; null if unknown. */
  sampleIn(country: string): string | null
}

let loading: Promise<PhoneShape> | undefined

/** Loads the library that knows the numbers of each country, once. */
export function loadPhoneShape(): Promise<PhoneShape> {
  loading ??= Promise.all([import('libphonenumber-js/min'), import('libphonenumber-js/mobile/examples')]).then(
    ([library, { default: examples }]) => {
      const { formatIncompletePhoneNumber, getCountryCallingCode, getExampleNumber, isSupportedCountry } = library
      const split = (formatted: string): string[] => formatted.split(/[^\d+]+/).filter(Boolean)

      const example = (country: string) =>
        isSupportedCountry(country) ? (getExampleNumber(country, examples) ?? null) : null
      /** Returns what people of a country write before a mobile number, such as the 0 of France; '' for nothing. */
      function trunkOf(country: string): string {
        const known = example(country)
        const written = known?.formatNational().replace(/\D/g, '') ?? ''
        return known && written.endsWith(known.nationalNumber) ? written.slice(0, -known.nationalNumber.length) : ''
      }
      return {
        sampleIn: (country) => example(country)?.formatInternational() ?? null,
        lengthIn(country) {
          const known = example(country)
          return known && trunkOf(country).length + known.nationalNumber.length
        },
        groups(typed, country, isWhole) {
          const all = typed.replace(/[^\d+]/g, '')
          const known = example(country)?.nationalNumber ?? null
          if (all.startsWith('+') || known === null || !isSupportedCountry(country))
            return split(formatIncompletePhoneNumber(all)).map((group) => ({ typed: group, missing: 0 }))
          // A trunk prefix, such as the 0 of the United Kingdom, is not a part of the international number.
          const usual = trunkOf(country) || (all.startsWith('0') && !known.startsWith('0') ? '0' : '')
          const isBefore = all.startsWith(usual) || (!isWhole && usual.startsWith(all))
          const trunk = isBefore ? usual : ''
          const digits = all.slice(trunk.length)
          const full = isWhole ? digits : digits + known.slice(digits.length)
          const [, first = '', ...rest] = split(
            formatIncompletePhoneNumber(`+${getCountryCallingCode(country)}${full}`),
          )
          return countTyped([trunk + first, ...rest], all.length)
        },
      }
    },
  )
  return loading
}

function countTyped(groups: readonly string[], digits: number): DigitGroup[] {
  let left = digits
  return groups.map((group) => {
    const typed = group.slice(0, left)
    left -= typed.length
    return { typed, missing: group.length - typed.length }
  })
}
