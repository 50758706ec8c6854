/** Formats a moment (epoch milliseconds) in local time with its offset, to the second: ISO 8601, `2026-11-22T14:32:07-06:00`. */
export function zonedTime(at: number): string {
  const ahead = -new Date(at).getTimezoneOffset()
  const local = new Date(at + ahead * 60_000).toISOString().slice(0, 19)
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0')
  return `${local}${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`
}

/** Masks a recipient for an export that must name nobody: leaves the last three digits of a phone number, and nothing of anything else. */
export function maskRecipient(recipient: string): string {
  const digits = recipient.replace(/\D/g, '')
  const isNumber = /^[+\d\s().\-/]+$/.test(recipient) && digits.length >= 7
  return `•••${isNumber ? digits.slice(-3) : ''}`
}
