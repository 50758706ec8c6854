import { toHex, type Address } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { Timer } from '../../../shared/timer.ts'
import type { Chain } from '../chain.ts'
import { openChain } from '../open-chain.ts'
import { blockHash, blockOf, reply, type Answerer } from '../../../testing/chain/client.ts'

// Nodes that never finish an answer, and their cost for the other nodes. Only the deadlines advance the time.

const account: Address = `0x${'1'.repeat(40)}`
const DEADLINE = 10_000

type Node = 'good' | 'drip'

const good: Answerer = (method) => {
  const results: Record<string, unknown> = { eth_chainId: toHex(900_001), eth_getBalance: toHex(7n) }
  return results[method] ?? blockOf(0)
}

/** Sends headers and the first byte of an answer, and nothing more. */
function drip(): Response {
  const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

interface Network {
  readonly chain: Chain
  /** Returns the answer to a question, and the milliseconds of deadlines that passed before it came. */
  timed<T>(question: Promise<T>): Promise<{ answer: T; ms: number }>
}

/** Opens an unknown chain whose nodes behave as given. */
function open(...nodes: readonly Node[]): Network {
  let now = 0
  let waiting: { readonly at: number; readonly run: () => void }[] = []
  const timer: Timer = (ms, run) => {
    const one = { at: now + ms, run }
    waiting.push(one)
    return () => (waiting = waiting.filter((other) => other !== one))
  }
  const rpcUrls = nodes.map((_, index) => `https://node${index}.example`)
  const chain = openChain({
    chainId: 900_001,
    rpcUrls,
    finalityDepth: undefined,
    timeoutMs: DEADLINE,
    timer,
    monotonic: () => now,
    fetch: async (url, { body }) => {
      const node = nodes[rpcUrls.findIndex((one) => url.startsWith(one))]
      return node === 'drip' ? drip() : reply(body, good)
    },
  })
  /** Lets the earliest deadline expire; of several at one moment the one that was set first. */
  function pass(): void {
    const next = waiting.toSorted((one, other) => one.at - other.at)[0]
    if (next === undefined) return
    waiting = waiting.filter((other) => other !== next)
    now = next.at
    next.run()
  }
  return {
    chain,
    async timed(question) {
      const began = now
      let isOver = false
      const over = (): boolean => (isOver = true)
      question.then(over, over)
      while (!isOver) {
        for (let turn = 0; turn < 50 && !isOver; turn += 1) await new Promise(setImmediate)
        if (!isOver) pass()
      }
      return { answer: await question, ms: now - began }
    },
  }
}

const instance = `900001:${blockHash(0)}`

describe('nodes that never finish an answer', () => {
  it('do not delay identifying the chain, however many come before the nodes that agree', async () => {
    const { chain, timed } = open('drip', 'drip', 'drip', 'good', 'good', 'good', 'good')
    expect(await timed(chain.instance())).toEqual({ answer: instance, ms: 0 })
  })

  it('cost one deadline together if their votes are needed to identify the chain', async () => {
    const { chain, timed } = open('drip', 'drip', 'drip', 'good')
    expect(await timed(chain.instance())).toEqual({ answer: instance, ms: DEADLINE })
  })

  it('leave no unhandled rejection', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { chain, timed } = open('drip', 'good', 'drip')
    await timed(chain.instance())
    const none = open('drip', 'drip', 'drip')
    await expect(none.timed(none.chain.instance())).rejects.toMatchObject({ code: 'network-unreachable' })
    await new Promise(setImmediate)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it.each([
    ['after', ['good', 'drip']],
    ['before', ['drip', 'good']],
  ] as const)('do not delay a good node listed %s them, not even its first decision', async (_, nodes) => {
    const { chain, timed } = open(...nodes)
    expect(await timed(chain.nativeBalance(account))).toEqual({ answer: 7n, ms: DEADLINE })
    const troubles = chain.nodes().map(({ trouble }) => trouble)
    expect(troubles).toEqual(nodes.map((node) => (node === 'drip' ? 'failing' : null)))
    expect(await timed(chain.nativeBalance(account))).toEqual({ answer: 7n, ms: 0 })
  })
})
