import { isAddressEqual, zeroAddress, type Address } from 'viem'

/** Decimals of every EVM chain's native coin, whatever a service lists. */
export const NATIVE_DECIMALS = 18

const placeholders: readonly Address[] = [zeroAddress, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']

/** Whether a listed token address is no contract's but one of the two that stand for a network's own coin. */
export function isNativePlaceholder(address: Address): boolean {
  return placeholders.some((placeholder) => isAddressEqual(placeholder, address))
}
