import type { Address } from 'viem'
import type { BalanceView, LastBalance } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { Chain, Outflow } from '../chain.ts'
import {
  readBalances,
  reservedOn,
  unknownBalances,
  type OwnSpending,
  type Unsettled,
} from '../read/balances/read-balances.ts'
import { coalesce } from '../../../shared/coalesce.ts'

/** A reading of balances: when it began (epoch ms), and the payments that were signed and in no block then. */
interface Reading {
  readonly at: number
  readonly signed: ReadonlySet<string>
}

interface KnownReading extends Reading {
  readonly address: Address
  readonly instance: string | null
}

export interface BalancesOptions {
  address(): Address | null
  networks(): readonly NetworkView[]
  chain(networkKey: string): Chain | null
  /**
   * Returns what signed payments may still take, or took since a reading; without an instance, because no node answered, those of the
   * network's chain id.
   */
  unshown(
    network: NetworkView,
    chainInstance: string | null,
    address: Address,
    reading: Reading,
  ): Unsettled & { readonly signed: ReadonlySet<string> }
  /** Returns what an account's payments took in blocks that a node may not have reached. */
  outflow(chainInstance: string, address: Address, token: Address | null): Outflow
  /** The balance at the network's last answer. */
  lastKnown(network: NetworkView, address: Address): LastBalance | null
  remember(network: NetworkView, address: Address, view: BalanceView): void
  readonly now: () => number
  readonly monotonic: () => number
  readonly onChange: (balances: BalanceView[]) => void
}

/** The wallet's balances on every network it can pay on. Whatever is read is emitted, so that every window knows it. */
export interface Balances {
  /** Returns the last balances read, or unknown. Reads again if `fresh`, or if the last read is over half a minute old. */
  get(fresh: boolean): Promise<BalanceView[]>
  /** Emits the last balances, less what was signed since they were read. */
  recount(): void
  /** Recounts, then reads again in the background. */
  refresh(): void
}

const GOOD_FOR_MS = 30_000

/** Caches the last read. A request that arrives during a read gets the next one, since coins may have moved since that one began. */
export function createBalances(options: BalancesOptions): Balances {
  let last: { at: number; address: Address | null; views: BalanceView[] } | null = null
  /** The reading behind the balances that are shown of each network. */
  const readings = new Map<string, KnownReading>()

  async function readOne(network: NetworkView, address: Address, chain: Chain): Promise<BalanceView> {
    const at = options.now()
    const { signed } = options.unshown(network, null, address, { at, signed: new Set() })
    let instance: string | null = null
    const spending: OwnSpending = {
      unsettled(found) {
        instance = found
        return options.unshown(network, found, address, { at, signed })
      },
      outflow: (found, token) => options.outflow(found, address, token),
    }
    const view = await readBalances(chain, network, address, spending, at)
    if (view.readAt !== null) {
      readings.set(network.key, { at, signed, address, instance })
      options.remember(network, address, view)
      return view
    }
    const shown = { ...view, last: options.lastKnown(network, address) }
    return withReserved(options, readings.get(network.key), shown, network, address)
  }

  function current({ address, views }: { address: Address | null; views: BalanceView[] }): BalanceView[] {
    if (address === null) return views
    const networks = options.networks()
    return views.map((view) => {
      const network = networks.find(({ key }) => key === view.networkKey)
      return network ? withReserved(options, readings.get(network.key), view, network, address) : view
    })
  }

  const readNow = coalesce(async (): Promise<BalanceView[]> => {
    const address = options.address()
    const views = await Promise.all(
      options.networks().map(async (network) => {
        const chain = network.unpayable === null ? options.chain(network.key) : null
        return address === null || chain === null ? unknownBalances(network) : await readOne(network, address, chain)
      }),
    )
    last = { at: options.monotonic(), address, views }
    options.onChange(views)
    return views
  })

  function recount(): void {
    if (last !== null && last.address === options.address()) options.onChange(current(last))
  }

  return {
    async get(fresh) {
      const isGood = last !== null && last.address === options.address() && options.monotonic() - last.at < GOOD_FOR_MS
      return !fresh && isGood && last !== null ? current(last) : readNow()
    },
    recount,
    refresh() {
      // A network that hangs answers late.
      recount()
      readNow().catch(() => undefined)
    },
  }
}

/** Reserves what was signed since the balances were read: it counts from its signature on, whether a node answers or not. */
function withReserved(
  { unshown }: Pick<BalancesOptions, 'unshown'>,
  known: KnownReading | undefined,
  view: BalanceView,
  network: NetworkView,
  address: Address,
): BalanceView {
  const own = known?.address === address ? known : null
  const readAt = view.readAt ?? view.last?.readAt
  if (readAt === undefined) return view
  const reading = own ?? { at: Date.parse(readAt), signed: new Set<string>() }
  return { ...view, reserved: reservedOn(network, unshown(network, own?.instance ?? null, address, reading)) }
}
