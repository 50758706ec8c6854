/** Masks a recipient for users who may not see it: the last three digits of a phone number, nothing of anything else. */
export function maskRecipient(recipient: string): string {
  const digits = recipient.replace(/\D/g, '')
  const isNumber = /^[+\d\s().\-/]+$/.test(recipient) && digits.length >= 7
  return `•••${isNumber ? digits.slice(-3) : ''}`
}
