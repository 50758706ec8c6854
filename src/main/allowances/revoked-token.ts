import { isAddressEqual, type Address } from 'viem'
import type { ListedToken } from '../engine/current-service.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { readApproved } from './approved-repository.ts'
import type { RevocationRecord } from './revocation-repository.ts'

/** A token of an allowance; without decimals if neither the service nor a purchase names it, so that no amount of it can be shown. */
export type AllowedToken = Omit<ListedToken, 'decimals'> & { readonly decimals: number | null }

/** Returns the token of a revocation as the service in use or a purchase names it, otherwise under its short address. */
export function revokedToken(
  { ledger, current }: Pick<AllowancesContext, 'ledger' | 'current'>,
  { token, from, chainInstance, network }: RevocationRecord,
): AllowedToken {
  const here = current()?.networks.find((one) => one.network.chainId === network.chainId)
  const permitted = readApproved(ledger, from).filter((one) => one.chainInstance === chainInstance)
  const named = [...(here?.tokens ?? []), ...permitted.map((one) => one.token)]
  return (
    named.find(({ address }) => isAddressEqual(address, token)) ?? {
      address: token,
      symbol: shortened(token),
      decimals: null,
    }
  )
}

function shortened(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
