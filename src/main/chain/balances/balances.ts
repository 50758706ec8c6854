import type { Address } from 'viem'
import type { BalanceView, LastBalance } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { Chain } from '../chain.ts'
import { readBalances, unknownBalances, type Unsettled } from '../read/balances/read-balances.ts'
import { coalesce } from '../../../shared/coalesce.ts'

export interface BalancesOptions {
  address(): Address | null
  networks(): readonly NetworkView[]
  chain(networkKey: string): Chain | null
  /** Returns what signed payments may still take; without an instance, because no node answered, those of the network's chain id. */
  unsettled(network: NetworkView, chainInstance: string | null, address: Address): Unsettled
  /** The balance at the network's last answer. */
  lastKnown(network: NetworkView, address: Address): LastBalance | null
  remember(network: NetworkView, address: Address, view: BalanceView): void
  readonly now: () => number
  readonly monotonic: () => number
  readonly onChange: (balances: BalanceView[]) => void
}

/** The wallet's balances on every network it can pay on. */
export interface Balances {
  /** Returns the last balances read, or unknown. Reads again if `fresh`, or if the last read is over half a minute old. */
  get(fresh: boolean): Promise<BalanceView[]>
  /** Reads again in the background and emits the result. */
  refresh(): void
}

const GOOD_FOR_MS = 30_000

/** Caches the last read. A request that arrives during a read gets the next one, since coins may have moved since that one began. */
export function createBalances(options: BalancesOptions): Balances {
  let last: { at: number; address: Address | null; views: BalanceView[] } | null = null

  const readNow = coalesce(async (): Promise<BalanceView[]> => {
    const address = options.address()
    const views = await Promise.all(
      options.networks().map(async (network) => {
        const chain = network.unpayable === null ? options.chain(network.key) : null
        if (address === null || chain === null) return unknownBalances(network)
        const unsettled = (instance: string | null): Unsettled => options.unsettled(network, instance, address)
        const view = await readBalances(chain, network, address, unsettled, options.now())
        if (view.readAt === null) return { ...view, last: options.lastKnown(network, address) }
        options.remember(network, address, view)
        return view
      }),
    )
    last = { at: options.monotonic(), address, views }
    return views
  })

  return {
    async get(fresh) {
      const isGood = last !== null && last.address === options.address() && options.monotonic() - last.at < GOOD_FOR_MS
      return !fresh && isGood && last !== null ? last.views : readNow()
    },
    refresh() {
      readNow().then(options.onChange, () => undefined)
    },
  }
}
