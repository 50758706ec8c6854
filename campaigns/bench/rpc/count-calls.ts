import type { Fetch } from '../../../src/main/chain/nodes/rpc/rpc-exchange.ts'

/** The load of one node. */
export interface NodeCount {
  /** RPC calls, those in a batch counted one by one. */
  readonly calls: number
  /** HTTP requests. */
  readonly requests: number
}

export interface CallCounter {
  readonly fetch: Fetch
  /** Returns the load of the busiest node since the last reset. */
  most(): NodeCount
  /** Returns the calls of all nodes since the last reset, by method. */
  methods(): Readonly<Record<string, number>>
  reset(): void
}

/** Counts the calls that reach each node through `real`. */
export function createCallCounter(real: Fetch): CallCounter {
  const nodes = new Map<string, NodeCount>()
  const methods = new Map<string, number>()
  return {
    fetch(url, init) {
      const questions = [JSON.parse(String(init.body)) as { method: string } | { method: string }[]].flat()
      const { calls = 0, requests = 0 } = nodes.get(url) ?? {}
      nodes.set(url, { calls: calls + questions.length, requests: requests + 1 })
      for (const { method } of questions) methods.set(method, (methods.get(method) ?? 0) + 1)
      return real(url, init)
    },
    most: () => ({
      calls: Math.max(0, ...[...nodes.values()].map(({ calls }) => calls)),
      requests: Math.max(0, ...[...nodes.values()].map(({ requests }) => requests)),
    }),
    methods: () => Object.fromEntries([...methods].sort(([, one], [, other]) => other - one)),
    reset() {
      nodes.clear()
      methods.clear()
    },
  }
}
