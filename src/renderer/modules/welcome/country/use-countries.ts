import { computed } from 'vue'
import { matchCountries } from '../../../app/countries/match-country.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { currencies } from './currencies.ts'

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/**
 * Every country that Till knows without a service, by name in the language on screen, and a search among them. Of two that match
 * alike it finds the one in `likely` first.
 */
export function useCountries(likely: readonly string[]) {
  const formats = useFormats()
  const countries = computed(() =>
    [...currencies]
      .map(([iso2, fiatCurrency]) => ({
        iso2,
        fiatCurrency,
        shown: formats.value.country(iso2),
        name: english.of(iso2) ?? iso2,
        iso3: '',
        callingCode: '',
        capital: '',
        region: '',
        subregion: '',
        languages: [],
      }))
      .sort((a, b) => a.shown.localeCompare(b.shown, formats.value.locale)),
  )
  /** Returns the countries that match `typed`, best first; none for empty text. */
  function find(typed: string): string[] {
    if (typed.trim() === '') return []
    return matchCountries(typed, countries.value)
      .sort((a, b) => a.match - b.match || Number(likely.includes(b.iso2)) - Number(likely.includes(a.iso2)))
      .map(({ iso2 }) => iso2)
  }
  /** The name of a country's currency, and its sign where that is not only its code; null where Intl has no name. */
  function moneyOf(iso2: string): { readonly name: string; readonly sign: string | null } | null {
    const code = currencies.get(iso2) ?? ''
    const name = formats.value.currencyName(code)
    return name === code ? null : { name, sign: formats.value.currencySign(code) }
  }
  return { countries, find, moneyOf }
}
