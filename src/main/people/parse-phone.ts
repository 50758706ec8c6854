import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max'

/**
 * Reads a whole phone number (ITU E.164, by libphonenumber's metadata); a national number belongs to `country`. Until 2019 Mexican mobile
 * numbers had a 1 after the country code (IFT, Plan Técnico Fundamental de Numeración); it is removed.
 */
export function parsePhone(typed: string, country?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(typed, { ...(country ? { defaultCountry: country } : {}), extract: false })
  if (number?.countryCallingCode !== '52' || number.isValid()) return number
  const [, today] = /^1(\d{10})$/.exec(number.nationalNumber) ?? []
  const renewed = today === undefined ? undefined : parsePhoneNumberFromString(`+52${today}`)
  return renewed?.isValid() ? renewed : number
}
