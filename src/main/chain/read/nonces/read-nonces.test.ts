import type { Address } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NodeQuestion } from '../../nodes/ask-nodes.ts'
import type { Nodes } from '../../nodes/nodes.ts'
import type { Tick } from '../../nodes/head-pulse.ts'
import { createNonceReader, type NonceReader } from './read-nonces.ts'
import { openTestClient, Refusal } from '../../../../testing/chain/client.ts'

const account: Address = `0x${'1'.repeat(40)}`

/** One node's counts: mined transactions, and those with pending ones; null if it knows no `pending`. */
interface NodeAnswers {
  mined: number
  pending: number | null
  /** 1 by default. */
  chainId?: number
  /** Its answer to every question instead. */
  fails?: Refusal
  /** Whether it rate limits the question for pending transactions. */
  limitsPending?: boolean
}

let tick: Tick
let calls: string[]
let now: number
beforeEach(() => {
  tick = { head: 1n, isLate: false }
  now = 0
  calls = []
})

function open(...node: readonly NodeAnswers[]): NonceReader {
  const clients = node.map(
    (one) =>
      openTestClient((method, [address, tag]) => {
        if (one.fails) throw one.fails
        if (method === 'eth_chainId') return one.chainId ?? 1
        calls.push(`${method} ${String(tag)}`)
        if (address !== account || (tag !== 'latest' && tag !== 'pending')) throw new Error(`Asked for ${String(tag)}`)
        if (tag === 'pending' && one.pending === null) throw new Refusal('unknown block tag')
        if (tag === 'pending' && one.limitsPending) throw new Refusal('rate limit exceeded', -32_005)
        return tag === 'pending' ? one.pending : one.mined
      }).client,
  )
  const askAll = async <T>(question: NodeQuestion<T>): Promise<readonly [T, ...T[]]> => {
    const answers = await Promise.allSettled(clients.map((client) => question(client, '')))
    const [first, ...others] = answers.filter((answer) => answer.status === 'fulfilled')
    if (first) return [first.value, ...others.map(({ value }) => value)]
    throw answers.find((answer) => answer.status === 'rejected')?.reason
  }
  return createNonceReader(
    { askAll, count: node.length } as Nodes,
    1,
    async () => tick,
    () => now,
  )
}

describe('an account’s transaction count', () => {
  it('is read once for all callers within a tick, and again in the next', async () => {
    const node = { mined: 3, pending: 5 }
    const nonces = open(node)
    const read = { mined: 3, minedSomewhere: 3, isContested: false, pending: 5 }
    expect(await Promise.all([nonces.ofTick(account), nonces.ofTick(account)])).toEqual([read, read])
    expect(calls).toHaveLength(2)
    Object.assign(node, { mined: 5 })
    expect(await nonces.ofTick(account)).toEqual(read)
    tick = { head: 2n, isLate: false }
    expect(await nonces.ofTick(account)).toEqual({ mined: 5, minedSomewhere: 5, isContested: false, pending: 5 })
  })

  it('is read again in the same tick if no node answered', async () => {
    const node: NodeAnswers = { mined: 3, pending: 3, fails: new Refusal('rate limit exceeded', -32_005) }
    const nonces = open(node)
    await expect(nonces.ofTick(account)).rejects.toThrow('rate limit')
    delete node.fails
    expect(await nonces.ofTick(account)).toMatchObject({ mined: 3 })
  })

  it('of a later tick survives an earlier question that fails late', async () => {
    const node = { mined: 3, pending: 3 }
    const nonces = open(node)
    const failing: NodeAnswers = node
    failing.fails = new Refusal('rate limit exceeded', -32_005)
    const first = nonces.ofTick(account)
    // By now the read is in progress.
    await Promise.resolve()
    await Promise.resolve()
    delete failing.fails
    tick = { head: 2n, isLate: false }
    const second = nonces.ofTick(account)
    await Promise.allSettled([first, second])
    const before = calls.length
    expect(await nonces.ofTick(account)).toMatchObject({ mined: 3 })
    expect(calls).toHaveLength(before)
  })

  it('is what most nodes say, and what any of them saw in a block', async () => {
    const nonces = open({ mined: 3, pending: 4 }, { mined: 4, pending: 5 }, { mined: 3, pending: 4 })
    expect(await nonces.ofTick(account)).toEqual({ mined: 3, minedSomewhere: 4, isContested: false, pending: 4 })
  })

  it.each<[boolean, string, readonly number[]]>([
    [true, 'the other of two nodes has', [3, 5]],
    [false, 'two of three nodes have', [3, 5, 3]],
    [false, 'both nodes have', [5, 5]],
    [false, 'the only node has', [5]],
    [false, 'the majority of four has, and one has less', [2, 3, 3, 3]],
  ])('is contested (%s) if a node shows more than %s', async (isContested, _, mined) => {
    const nonces = open(...mined.map((one) => ({ mined: one, pending: one })))
    expect(await nonces.ofTick(account)).toMatchObject({ isContested, minedSomewhere: Math.max(...mined) })
  })

  it('is not contested if all that answer agree, however few they are', async () => {
    const away: NodeAnswers = { mined: 0, pending: 0, fails: new Refusal('rate limit exceeded', -32_005) }
    expect(await open({ mined: 3, pending: 3 }, away, away).ofTick(account)).toMatchObject({ isContested: false })
  })

  it.each([0, null])('is never less than what is mined if `pending` says %s', async (pending) => {
    const nonces = open({ mined: 7, pending })
    expect(await nonces.ofTick(account)).toEqual({ mined: 7, minedSomewhere: 7, isContested: false, pending: 7 })
    expect(await nonces.highest(account)).toBe(7)
  })

  it('is at most what any node knows at the moment of the question', async () => {
    const node = { mined: 3, pending: 3 }
    const nonces = open({ mined: 3, pending: 3 }, node, { mined: 3, pending: 3 })
    expect(await nonces.highest(account)).toBe(3)
    node.pending = 6
    expect(await nonces.highest(account)).toBe(6)
  })

  it('is not 0 because a node is rate limiting', async () => {
    const nonces = open({ mined: 3, pending: 3, limitsPending: true })
    await expect(nonces.highest(account)).rejects.toThrow('rate limit')
    await expect(nonces.ofTick(account)).rejects.toThrow('rate limit')
  })

  it('is never taken from an address that has switched to another chain', async () => {
    await expect(open({ mined: 3, pending: 9, chainId: 5 }).highest(account)).rejects.toMatchObject({
      code: 'network-mismatch',
    })
  })

  it('is read with the chain id, once at the same moment', async () => {
    now = 5_000
    const node: NodeAnswers = { mined: 3, pending: 3 }
    const nonces = open(node)
    await nonces.highest(account)
    node.chainId = 5
    now = 6_999
    await nonces.highest(account)
    now = 7_000
    await expect(nonces.highest(account)).rejects.toMatchObject({ code: 'network-mismatch' })
  })

  it('for the next nonce reuses a recent answer for the highest, once', async () => {
    now = 5_000
    const node = { mined: 3, pending: 4 }
    const nonces = open(node, { mined: 3, pending: 3 }, { mined: 3, pending: 4 })
    expect(await nonces.highest(account)).toBe(4)
    const before = calls.length
    expect(await nonces.pending(account)).toBe(4)
    expect(calls).toHaveLength(before)
    expect(await nonces.pending(account)).toBe(4)
    expect(calls).toHaveLength(before + 3)
    await nonces.highest(account)
    node.pending = 3
    now = 7_000
    expect(await nonces.pending(account)).toBe(3)
  })
})
