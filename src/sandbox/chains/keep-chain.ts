import { setTimeout as wait } from 'node:timers/promises'
import { readHead, writeHead, writeState } from './chain-state.ts'
import type { ChainClient } from './client.ts'

/** Sees to it that a chain survives the killing of everything. */
export interface Keeper {
  /** Keeps the chain as it is now. */
  save(): Promise<void>
  /** Ends with a last save, where the chain still answers. */
  stop(): Promise<void>
}

// Empty blocks alone are not worth a whole state every second: it grows by 2 kB a block.
const emptyBlocks = 300n

/**
 * Looks at a chain every second: the head is noted, and where a transaction was mined the state is kept. Anvil's own
 * `--state-interval` would rewrite all of it every second, in place, so that a kill could leave half of it.
 */
export function keepChain(client: ChainClient, folder: string): Keeper {
  let seen = 0n
  let saved = 0n
  let highest = readHead(folder)
  let ended = false
  let last: Promise<void> = Promise.resolve()

  const dump = async () => {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    await writeState(folder, await client.dumpState())
    ;[seen, saved] = [head, head]
  }
  const save = () => {
    last = last.catch(() => undefined).then(dump)
    return last
  }
  const look = async () => {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    if (head > highest) writeHead(folder, (highest = head))
    let isWorth = head - saved >= emptyBlocks
    for (let number = seen + 1n; number <= head && !isWorth; number++) {
      isWorth = (await client.getBlock({ blockNumber: number })).transactions.length > 0
    }
    seen = head
    if (isWorth) await save()
  }
  const looking = (async () => {
    await save().catch(() => undefined)
    while (!ended) {
      // A chain that is away or frozen is looked at again later.
      await look().catch(() => undefined)
      await wait(500)
    }
  })()
  return {
    save,
    stop: async () => {
      ended = true
      await look().catch(() => undefined)
      await save().catch(() => undefined)
      await looking
    },
  }
}

/** Brings a chain that was loaded from its state to the height it had, and its clock to `now` (epoch seconds). */
export async function catchUp(client: ChainClient, folder: string, now: number): Promise<void> {
  const setTime = (seconds: number) => client.request({ method: 'evm_setTime' as never, params: [seconds] as never })
  const missing = readHead(folder) - (await client.getBlockNumber({ cacheTime: 0 }))
  if (missing > 0n) {
    await setTime(now - Number(missing))
    await client.mine({ blocks: Number(missing), interval: 1 })
  }
  await setTime(now)
}
