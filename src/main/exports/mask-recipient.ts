/** Masks a recipient for an export that must name nobody: leaves the last three digits of a phone number, and nothing of anything else. */
export function maskRecipient(recipient: string): string {
  const digits = recipient.replace(/\D/g, '')
  const isNumber = /^[+\d\s().\-/]+$/.test(recipient) && digits.length >= 7
  return `•••${isNumber ? digits.slice(-3) : ''}`
}
