import { isAddress, isAddressEqual, type Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { tokenDefinitions, type TokenDefinition } from '../chains/networks.ts'

export interface LiveToken extends TokenDefinition {
  readonly address: Address
}

/** The tokens deployed on a chain. */
export function tokensOf(chain: Chain): LiveToken[] {
  return tokenDefinitions.flatMap((token) => {
    const address = chain.contracts.tokens.get(token.symbol)
    return address ? [{ ...token, address }] : []
  })
}

/** The token a client names by its symbol or its address. */
export function findToken(chain: Chain, name: string): LiveToken | undefined {
  return tokensOf(chain).find(
    ({ symbol, address }) =>
      symbol.toLowerCase() === name.toLowerCase() ||
      (isAddress(name, { strict: false }) && isAddressEqual(address, name)),
  )
}
