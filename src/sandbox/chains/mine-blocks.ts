import type { ChainClient } from './client.ts'

/** Mines a chain's blocks. */
export interface Miner {
  /** Pauses or resumes; once it resolves with a pause, no further block is mined. */
  pause(paused: boolean): Promise<void>
  stop(): Promise<void>
}

/** Starts to mine a block every `blockSeconds`. Anvil's own interval could be resumed only with whole seconds. */
export function mineBlocks(client: ChainClient, blockSeconds: number, isPaused: boolean): Miner {
  let [paused, ended] = [isPaused, false]
  let last: Promise<void> = Promise.resolve()
  const mining = (async () => {
    while (!ended) {
      const rested = new Promise((resolve) => setTimeout(resolve, blockSeconds * 1000))
      // A stopped or frozen chain mines again later.
      if (!paused) last = client.mine({ blocks: 1 }).catch(() => undefined)
      await Promise.all([last, rested])
    }
  })()
  return {
    async pause(pause) {
      paused = pause
      await last
    },
    async stop() {
      ended = true
      await mining
    },
  }
}
