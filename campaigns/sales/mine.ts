import type { Chain } from '../../src/sandbox/chains/chain.ts'
import type { SimClock } from '../world/clock.ts'
import type { Busy } from './busy.ts'

const BLOCK_MS = 1_000
/** Blocks after a block with a payment until it is final. */
const BLOCKS_AFTER = 4

/** Mines one block a second of the simulated clock while transactions are pending or not yet final. Returns the function that stops it. */
export function mineByClock(chains: readonly Chain[], clock: SimClock, busy: Busy): () => void {
  let ended = false
  const left = new Map(chains.map((chain) => [chain, 0]))

  async function poll(chain: Chain): Promise<void> {
    const { pending } = await chain.client.getTxpoolStatus()
    const blocks = pending > 0 ? BLOCKS_AFTER : (left.get(chain) ?? 0)
    if (blocks === 0) return
    await chain.client.mine({ blocks: 1 })
    left.set(chain, blocks - 1)
  }

  void (async () => {
    while (!ended) {
      await clock.sleep(BLOCK_MS)
      await busy.while(() => Promise.all(chains.map(poll)))
    }
  })()
  return () => void (ended = true)
}
