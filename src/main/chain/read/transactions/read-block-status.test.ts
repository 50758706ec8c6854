import { hexToNumber, isHex, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { readBlock, readFinalized, readNodeBlockStatus, type FinalityRule } from './read-block-status.ts'
import { Refusal, blockHash, blockOf, openTestClient } from '../../../../testing/chain/client.ts'

const rule: FinalityRule = { trustsTag: true, depth: 10n }

/** A chain at block 10,000 with a block each `secondsEach` seconds; `finalized` gives its answer. */
function openChainAt(finalized: () => unknown, secondsEach = 1, branch = 'a') {
  return openTestClient((method, [tag]) => {
    if (method === 'eth_blockNumber') return toHex(10_000)
    if (tag === 'finalized') return finalized()
    if (!isHex(tag)) throw new Error(`Asked for ${String(tag)}`)
    const number = hexToNumber(tag)
    return number > 10_000 ? null : blockOf(number, { seconds: Math.floor(number * secondsEach), branch })
  }).client
}

describe('the newest final block', () => {
  it('is the one the node calls final', async () => {
    expect(
      await readFinalized(
        openChainAt(() => blockOf(9_000)),
        rule,
      ),
    ).toBe(9_000n)
  })

  it.each([
    ['finalized block not found', -32_000],
    ['safe block not found', -32_000],
    ['unknown block', -39_001],
    ['invalid block tag', -32_602],
    ['sync L1 finalized batch feature not enabled, cannot query L1 finalized block height in RPC', -32_000],
    ['the method eth_getBlockByNumber does not exist/is not available', -32_601],
  ])('is counted back from the head if it answers "%s"', async (message, code) => {
    const client = openChainAt(() => {
      throw new Refusal(message, code)
    })
    expect(await readFinalized(client, rule)).toBe(9_990n)
  })

  it('is counted back if the node has none yet, or its tag is not trusted', async () => {
    expect(
      await readFinalized(
        openChainAt(() => null),
        rule,
      ),
    ).toBe(9_990n)
    expect(
      await readFinalized(
        openChainAt(() => blockOf(9_999)),
        { ...rule, trustsTag: false },
      ),
    ).toBe(9_990n)
  })

  it.each([
    ['rate limit exceeded', -32_005],
    ['over rate limit', -32_016],
    ['internal error', -32_603],
    ['daily request count exceeded, request rate limited', -32_005],
  ])('is unknown, and not shallower, if it answers "%s"', async (message, code) => {
    const client = openChainAt(() => {
      throw new Refusal(message, code)
    })
    await expect(readFinalized(client, rule)).rejects.toThrow(message)
  })

  it('of an unknown chain is a quarter of an hour and at least 64 blocks back', async () => {
    const unknown: FinalityRule = { trustsTag: true, depth: null }
    expect(
      await readFinalized(
        openChainAt(() => null, 0.25),
        unknown,
      ),
    ).toBe(10_000n - 3_600n)
    expect(
      await readFinalized(
        openChainAt(() => null, 60),
        unknown,
      ),
    ).toBe(10_000n - 64n)
  })
})

describe('the newest final block of an unknown chain', () => {
  const unknown: FinalityRule = { trustsTag: false, depth: null }
  /** Reads from a node at `head` whose blocks come from `show`. */
  const finalOf = (head: number, show: (number: number) => unknown): Promise<bigint> =>
    readFinalized(
      openTestClient((method, [tag]) => (method === 'eth_blockNumber' ? toHex(head) : show(Number(tag)))).client,
      unknown,
    )

  it.each<[string, number, (number: number) => unknown, bigint]>([
    ['is the first with no more than 64 blocks', 64, (number) => blockOf(number), 0n],
    ['is the first of a young chain', 9, (number) => blockOf(number), 0n],
    ['is the first if the block time is unknown', 9_000, (number) => blockOf(number, { seconds: 7 }), 0n],
    ['is the first if timestamps go back', 9_000, (number) => blockOf(number, { seconds: 9_000 - number }), 0n],
    ['is the first if the newest is not shown', 9_000, (number) => (number === 9_000 ? null : blockOf(number)), 0n],
    ['is the first if an older one is not shown', 9_000, (number) => (number < 9_000 ? null : blockOf(number)), 0n],
  ])('%s', async (_, head, show, final) => {
    expect(await finalOf(head, show)).toBe(final)
  })

  it('is never below the first', async () => {
    const client = openTestClient(() => toHex(9)).client
    for (const depth of [9n, 10n]) expect(await readFinalized(client, { trustsTag: false, depth })).toBe(0n)
  })
})

describe('a block', () => {
  const finalized = (): unknown => blockOf(9_000)
  it.each([
    ['final', 9_000, 'a'],
    ['open', 9_001, 'a'],
    ['gone', 9_000, 'b'],
    ['unknown', 10_001, 'a'],
  ] as const)('is %s at height %i of branch %s', async (status, number, branch) => {
    const block = { number: BigInt(number), hash: blockHash(number, branch) }
    expect(await readNodeBlockStatus(openChainAt(finalized), rule, block)).toBe(status)
  })
})

describe('a block at a height', () => {
  it('is none if the node shows one of another height', async () => {
    const { client } = openTestClient(() => blockOf(8))
    expect(await readBlock(client, 7n)).toBeNull()
    expect(await readBlock(client, 8n)).toMatchObject({ number: 8n })
  })

  it('is unknown if the node fails', async () => {
    const { client } = openTestClient(() => {
      throw new Refusal('rate limit exceeded', -32_005)
    })
    await expect(readBlock(client, 7n)).rejects.toThrow('rate limit')
  })

  it('is read at the highest possible height', async () => {
    const height = BigInt(Number.MAX_SAFE_INTEGER)
    const { client } = openTestClient(() => ({ ...blockOf(8), number: toHex(height) }))
    expect(await readBlock(client, height)).toMatchObject({ number: height })
  })

  it('is none if no number can hold the height, whatever a node shows there', async () => {
    const height = 2n ** 60n
    const { client } = openTestClient(() => ({ ...blockOf(8), number: toHex(height) }))
    expect(await readBlock(client, height)).toBeNull()
  })
})
