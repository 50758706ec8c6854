import { getAddress, isAddress, type Address } from 'viem'

/** Why a text is no address: it has not its form, or in mixed case does not carry its own checksum (ERC-55). */
export type AddressProblem = 'not-an-address' | 'checksum'

/** The address that a text is, spaces around it left out, with its checksum; or why it is none. */
export function readAddress(text: string): { readonly address: Address } | { readonly problem: AddressProblem } {
  const typed = text.trim()
  if (!isAddress(typed, { strict: false })) return { problem: 'not-an-address' }
  // In one case only it carries no checksum.
  const isMixed = /[a-f]/.test(typed) && /[A-F]/.test(typed.slice(2))
  return isMixed && !isAddress(typed) ? { problem: 'checksum' } : { address: getAddress(typed) }
}
