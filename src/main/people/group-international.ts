import { formatIncompletePhoneNumber } from 'libphonenumber-js/max'

/** Groups an international phone number (+ and digits), whole or as far as typed, with its country's code; returns other text unchanged. */
export function groupInternational(reference: string): string {
  return /^\+\d+$/.test(reference) ? formatIncompletePhoneNumber(reference) : reference
}
