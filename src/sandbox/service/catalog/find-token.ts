import { isAddress, isAddressEqual, type Address } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { tokenDefinitions, type TokenDefinition } from '../../chains/networks.ts'
import type { Dialect } from '../settings.ts'

export interface LiveToken extends TokenDefinition {
  readonly address: Address
}

/** Returns the tokens deployed on a chain. */
export function tokensOf(chain: Chain): LiveToken[] {
  return tokenDefinitions.flatMap((token) => {
    const address = chain.contracts.tokens.get(token.symbol)
    return address ? [{ ...token, address }] : []
  })
}

/** Returns the token with this symbol or address, or undefined; `by` may require one of the two. */
export function findToken(chain: Chain, name: string, by: Dialect['digitalAsset'] = 'either'): LiveToken | undefined {
  const isAddressed = isAddress(name, { strict: false })
  return tokensOf(chain).find(
    ({ symbol, address }) =>
      (by !== 'address' && symbol.toLowerCase() === name.toLowerCase()) ||
      (by !== 'symbol' && isAddressed && isAddressEqual(address, name)),
  )
}
