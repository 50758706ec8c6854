import { AsYouType } from 'libphonenumber-js/max'
import { parsePhone } from '../people/parse-phone.ts'

export interface GroupedPhone {
  /** In its country's groups, without the country's code; with it if the country is unknown. */
  readonly text: string
  readonly country: { readonly iso2: string; readonly callingCode: string } | null
}

/** Groups an international phone number (+ and digits), whole or as far as typed, as its country writes it; null for any other text. */
export function groupPhone(reference: string): GroupedPhone | null {
  if (!/^\+\d+$/.test(reference)) return null
  const whole = parsePhone(reference)
  if (whole?.country !== undefined && whole.isPossible())
    return { text: whole.formatNational(), country: { iso2: whole.country, callingCode: whole.countryCallingCode } }
  const typing = new AsYouType()
  const international = typing.input(reference)
  const [iso2, callingCode] = [typing.getCountry(), typing.getCallingCode()]
  if (iso2 === undefined || callingCode === undefined) return { text: international, country: null }
  return { text: new AsYouType(iso2).input(reference.slice(1 + callingCode.length)), country: { iso2, callingCode } }
}
