import type { Address } from 'viem'
import type { Chain } from '../../chain.ts'

/** Returns whether an account ever sent anything on one of `networks`, or has coins there; throws AppError if one of them is silent. */
export async function wasUsed(
  account: Address,
  networks: readonly { readonly chain: Chain; readonly tokens: readonly { readonly address: Address }[] }[],
): Promise<boolean> {
  const found = await Promise.all(
    networks.map(async ({ chain, tokens }) => {
      const [{ nonce }, ...balances] = await Promise.all([
        chain.minedNonce(account),
        chain.nativeBalance(account),
        ...tokens.map(({ address }) => chain.tokenBalance(address, account)),
      ])
      return nonce > 0 || balances.some((units) => units > 0n)
    }),
  )
  return found.includes(true)
}
