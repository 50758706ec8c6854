import { isAddressEqual, zeroAddress, type Address } from 'viem'

const placeholders: readonly Address[] = [zeroAddress, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']

/** Whether a listed token address is no contract's but one of the two that stand for a network's own coin. */
export function isNativePlaceholder(address: Address): boolean {
  return placeholders.some((placeholder) => isAddressEqual(placeholder, address))
}
