import { getAddress, isAddress, type Address } from 'viem'

/** Why a text is not an address: its form is wrong, or its mixed case does not match its checksum (ERC-55). */
export type AddressProblem = 'not-an-address' | 'checksum'

/** Returns the address in a text, trimmed and with its checksum, or why there is none. */
export function readAddress(text: string): { readonly address: Address } | { readonly problem: AddressProblem } {
  const typed = text.trim()
  if (!isAddress(typed, { strict: false })) return { problem: 'not-an-address' }
  // An address in one case has no checksum.
  const isMixed = /[a-f]/.test(typed) && /[A-F]/.test(typed.slice(2))
  return isMixed && !isAddress(typed) ? { problem: 'checksum' } : { address: getAddress(typed) }
}
