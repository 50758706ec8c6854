/**
 * Returns whether a text is a common e-mail address, not every legal one: one @, no spaces or hidden characters, a domain with a dot (RFC
 * 5321 lengths).
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    !/[\p{Cc}\p{Cf}]/u.test(text) &&
    /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.\d]{2,}$/.test(text)
  )
}
