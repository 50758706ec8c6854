import { isAddress } from 'viem'
import { isNativePlaceholder } from '../chain/guard/native-coin.ts'
import type { Network } from '../service/operations/list-networks.ts'
import { listTokens, type Token } from '../service/operations/list-tokens.ts'
import { rawItems } from './check-networks.ts'
import type { Inquiry } from './inquiry.ts'
import { interfaceFields } from './interface-fields.ts'
import { listNames, reportDifferences } from './report-differences.ts'

/** A network with the coins it accepts. */
export interface Payable {
  readonly network: Network
  readonly tokens: readonly Token[]
}

const MAX_NETWORKS = 2

/** Requests the coins of the first network, and of the next if it has none; null if nothing can be paid with. */
export async function checkCoins(inquiry: Inquiry, networks: readonly Network[]): Promise<Payable | null> {
  for (const network of networks.slice(0, MAX_NETWORKS)) {
    const listed = await inquiry.ask('coins', (exchange) => listTokens(exchange, network.key))
    if (listed === null) return null
    const tokens = listed.filter(
      ({ address, isActive }) => isActive && isAddress(address) && !isNativePlaceholder(address),
    )
    const name = listNames([network.name || network.key])
    reportDifferences(inquiry, 'coins', rawItems(inquiry), interfaceFields.token, listed.length)
    if (tokens.length > 0) {
      inquiry.report('coins', 'fits', 'coins.listed', {
        network: name,
        names: listNames(tokens.map((one) => one.symbol)),
      })
      return { network, tokens }
    }
    const isLast = network === networks.slice(0, MAX_NETWORKS).at(-1)
    inquiry.report('coins', isLast ? 'fails' : 'differs', 'coins.none', { network: name })
  }
  if (networks.length === 0) inquiry.report('coins', 'unknown', 'skipped.nothing-to-ask')
  return null
}
