import { setTimeout as wait } from 'node:timers/promises'
import { readHead, writeHead, writeState } from './chain-state.ts'
import type { ChainClient } from './client.ts'

/** Saves a chain's state so that it survives a kill of every process. */
export interface ChainSaver {
  /** Saves the current state. */
  save(): Promise<void>
  /** Stops after a last save, if the chain still answers. */
  stop(): Promise<void>
}

// Saving the whole state every second is too much for empty blocks: it grows by 2 kB a block.
const emptyBlocks = 300n

/**
 * Checks a chain once a second: records the head, and saves the state after a transaction was mined. Anvil's own
 * `--state-interval` would rewrite the state in place each time, so that a kill could leave half of it.
 */
export function persistChain(client: ChainClient, folder: string): ChainSaver {
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
  const check = async () => {
    const { number: head, transactions } = await client.getBlock()
    if (head > highest) writeHead(folder, (highest = head))
    let isWorth = head - saved >= emptyBlocks || (head > seen && transactions.length > 0)
    for (let number = seen + 1n; number < head && !isWorth; number++) {
      isWorth = (await client.getBlock({ blockNumber: number })).transactions.length > 0
    }
    seen = head
    if (isWorth) await save()
  }
  const checking = (async () => {
    await save().catch(() => undefined)
    while (!ended) {
      // A stopped or frozen chain is checked again later.
      await check().catch(() => undefined)
      await wait(1000)
    }
  })()
  return {
    save,
    stop: async () => {
      ended = true
      await check().catch(() => undefined)
      await save().catch(() => undefined)
      await checking
    },
  }
}

/** Brings a chain loaded from its state to its former height, and its clock to `now` (epoch seconds). */
export async function catchUp(client: ChainClient, folder: string, now: number): Promise<void> {
  const setTime = (seconds: number) => client.request({ method: 'evm_setTime' as never, params: [seconds] as never })
  const { number, timestamp } = await client.getBlock()
  const missing = Number(readHead(folder) - number)
  if (missing > 0) {
    // Blocks that came faster than one a second would reach back before the saved ones.
    const interval = now - Number(timestamp) < missing ? 0 : 1
    await setTime(now - missing * interval)
    await client.mine({ blocks: missing, interval })
  }
  await setTime(now)
}
