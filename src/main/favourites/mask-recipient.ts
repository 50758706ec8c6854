/** Whom it goes to for those who may only see that it is somebody: of a phone number its last three digits, of all else nothing. */
export function maskRecipient(recipient: string): string {
  const digits = recipient.replace(/\D/g, '')
  const isNumber = /^[+\d\s().\-/]+$/.test(recipient) && digits.length >= 7
  return `•••${isNumber ? digits.slice(-3) : ''}`
}
