import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max'

/**
 * Reads a whole phone number (ITU E.164, by libphonenumber's metadata), a national one as of `country`. A Mexican one with the 1 that
 * mobiles had behind their country's code until 2019 (IFT, Plan Técnico Fundamental de Numeración) is read as it is dialled since.
 */
export function parsePhone(typed: string, country?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(typed, { ...(country ? { defaultCountry: country } : {}), extract: false })
  if (number?.countryCallingCode !== '52' || number.isValid()) return number
  const [, today] = /^1(\d{10})$/.exec(number.nationalNumber) ?? []
  const renewed = today === undefined ? undefined : parsePhoneNumberFromString(`+52${today}`)
  return renewed?.isValid() ? renewed : number
}
