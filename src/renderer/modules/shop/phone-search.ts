export interface PhoneFound {
  /** ISO alpha-2 of the country that the calling code belongs to. */
  readonly country: string
  /** The number as it will be carried to the checkout: + and digits. */
  readonly number: string
}

/**
 * The country and number meant by a search for an international phone number ("+52 55 1234 5678"), or null where
 * `text` is none. The longest calling code wins; of countries sharing one, the first with products.
 */
export function findPhone(
  text: string,
  countries: readonly { iso2: string; callingCode: string; variants: number }[],
): PhoneFound | null {
  const typed = text.trim()
  if (!/^(\+|00)[\d\s().-]{6,24}$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^00/, '')
  const found = countries
    .map((country) => ({ ...country, code: country.callingCode.replace(/\D/g, '') }))
    .filter(({ code }) => code !== '' && digits.startsWith(code))
    .sort((a, b) => b.code.length - a.code.length || b.variants - a.variants)[0]
  return found ? { country: found.iso2, number: `+${digits}` } : null
}
