import type { Address } from 'viem'
import type { BalanceView, NetworkView } from '../../shared/views.ts'
import type { Chain } from '../chain/chain.ts'
import { readBalances, unknownBalances, type Unsettled } from '../chain/read-balances.ts'
import { afresh } from '../../shared/afresh.ts'

export interface BalancesOptions {
  address(): Address | null
  networks(): readonly NetworkView[]
  chain(networkKey: string): Chain | null
  unsettled(chainInstance: string, address: Address): Unsettled
  readonly now: () => number
  readonly monotonic: () => number
  readonly onChange: (balances: BalanceView[]) => void
}

/** The wallet's coins on every network that can be paid with. */
export interface Balances {
  /** What was last read, or unknown; reads anew where asked to or where that is over half a minute old. */
  get(fresh: boolean): Promise<BalanceView[]>
  /** Reads again and tells, without anybody waiting. */
  refresh(): void
}

const GOOD_FOR_MS = 30_000

/** Keeps the last reading; a question that comes while one is under way gets the next, since coins may have moved since it began. */
export function createBalances(options: BalancesOptions): Balances {
  let last: { at: number; address: Address | null; views: BalanceView[] } | null = null

  const readNow = afresh(async (): Promise<BalanceView[]> => {
    const address = options.address()
    const views = await Promise.all(
      options.networks().map((network) => {
        const chain = network.unpayable === null ? options.chain(network.key) : null
        if (address === null || chain === null) return unknownBalances(network)
        return readBalances(chain, network, address, (instance) => options.unsettled(instance, address), options.now())
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
