import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { describe, expect, it } from 'vitest'
import { afterAnswer, afterRefusal, type LogRange } from './log-range.ts'

/** Returns the number of blocks in the next request. */
const rangeAfterRefusal = (error: unknown, blocks: bigint): bigint | null =>
  afterRefusal(undefined, error, blocks)?.blocks ?? null
const refused = (message: string, code = -32_000): RpcRequestError =>
  new RpcRequestError({ body: {}, url: 'https://node.example', error: { code, message } })

// The wordings come from the providers and clients that ponder collects (packages/utils/src/getLogsRetryHelper.ts).
it.each([
  ['Log response size exceeded. this block range should work: [0x10, 0x1f]', -32_602, 16n],
  ['up to a 500 block range. Based on your parameters, this block range should work: [100, 599]', -32_600, 500n],
  ['query returned more than 10000 results. Try with this block range [0x0, 0x63].', -32_005, 100n],
  ['range 100000 exceeds limit of 10000', -32_602, 10_000n],
  ['eth_getLogs is limited to a 10,000 range', -32_614, 10_000n],
  ['block range is too wide', -32_600, 50_000n],
  ['maximum [from, to] blocks distance: 2000', -32_600, 2_000n],
  ['maximum block range: 50000', -32_701, 50_000n],
  ['Maximum allowed number of requested blocks is 1000', -32_600, 1_000n],
  ['query exceeds max block range 10000', -32_602, 10_000n],
  ['query exceeds max results 20000, retry with the range 5-9', -32_602, 5n],
  ['exceed maximum block range: 5000', -32_000, 5_000n],
  ['requested too many blocks from 1 to 100000, maximum is set to 2048', -32_000, 2_048n],
  ['Requested range exceeds maximum RPC range limit', -32_005, 50_000n],
  ['backend response too large', -32_020, 50_000n],
  ['this many results, retry with the range 100-599; 20000 exceeded', -32_602, 500n],
  ['exceeds what is served, try [0x10 , 0x1f]', -32_602, 16n],
  ['eth_getLogs is limited to 1,000 blocks', -32_614, 1_000n],
  ['exceeds the block range 800', -32_000, 800n],
  ['exceeds what is served (2,000-block range)', -32_000, 2_000n],
  ['requested blocks: too many, (10,000 blocks distance)', -32_000, 10_000n],
  ['range too broad', -32_000, 50_000n],
  ['range is too broad', -32_000, 50_000n],
  ['max range', -32_000, 50_000n],
  ['maximum range', -32_000, 50_000n],
  ['more than 10000 results', -32_000, 50_000n],
  ['query exceeds max results', -32_602, 50_000n],
  ['Max range: 800', -32_000, 800n],
  ['block range too large', -32_000, 50_000n],
  ['Block range is too large', -32_000, 50_000n],
  ['no backend is currently healthy to serve traffic', -32_011, 50_000n],
  ['please limit the query to at most 1000 blocks', -32_000, 1_000n],
  ['block range is larger than max block range, block range = 99999, max block range = 500', -32_000, 500n],
  ['Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits', -32_000, 50_000n],
  ['block range limit exceeded; requests support up to a 50 block range', -32_000, 50n],
  ['ranges over 10000 blocks are not supported on freetier', 35, 10_000n],
  ['Query timeout exceeded. Consider reducing your block range.', -32_000, 50_000n],
  ['logs matched by query exceeds limit of 10000', -32_005, 50_000n],
  ['query returns too many logs', -32_000, 50_000n],
  ['response is too big', -32_003, 50_000n],
  ['getLogs request exceeded max allowed range', -32_012, 50_000n],
  ['exceeded max allowed range: 1000', -32_012, 1_000n],
  [
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x64, 0x6d]',
    -32_602,
    10n,
  ],
  ['You can make eth_getLogs requests with up to a 2K block range', -32_602, 2_000n],
])('"%s" reduces the range', (message, code, blocks) => {
  expect(rangeAfterRefusal(refused(message, code), 100_000n)).toBe(blocks)
})

it('an HTTP body that is too large halves the range, and so does a named range that is no smaller', () => {
  const tooLarge = new HttpRequestError({ url: 'https://node.example', status: 413, details: '' })
  expect(rangeAfterRefusal(tooLarge, 100n)).toBe(50n)
  const nobody = new HttpRequestError({
    url: 'https://node.example',
    status: 503,
    details: '{"error":{"code":-32011,"message":"no backend is currently healthy to serve traffic"}}',
  })
  expect(rangeAfterRefusal(nobody, 100n)).toBe(50n)
  for (const named of [0, 1_000, 50_000]) {
    expect(rangeAfterRefusal(refused(`maximum block range: ${named}`), 1_000n)).toBe(500n)
  }
})

it.each([
  ['daily request count exceeded, request rate limited', -32_005],
  ['missing trie node', -32_000],
  ['invalid argument 0', -32_602],
  ['15/second request limit reached', -32_007],
  ['block range extends beyond current head block', -32_602],
  ['invalid block range params', -32_602],
  ['context deadline exceeded', -32_000],
  ['execution timeout exceeded', -32_000],
  ['query timed out', -32_000],
  ['execution reverted: block range limit exceeded', 3],
])('"%s" is not about the range', (message, code) => {
  expect(rangeAfterRefusal(refused(message, code), 100n)).toBeNull()
})

it('one block is not halved', () => {
  expect(rangeAfterRefusal(refused('block range is too wide'), 1n)).toBeNull()
})

it('a message with another HTTP status, or not from a node, is not about the range', () => {
  const broken = new HttpRequestError({ url: 'https://node.example', status: 500, details: 'block range' })
  expect(rangeAfterRefusal(broken, 100n)).toBeNull()
  expect(rangeAfterRefusal(new TimeoutError({ body: {}, url: 'https://node.example' }), 100n)).toBeNull()
  expect(rangeAfterRefusal(new Error('block range'), 100n)).toBeNull()
})

describe('a node’s log range', () => {
  /** Requests as many blocks as the node is expected to answer, until `total` are read; returns the sizes of the requests. */
  function read(total: number, answers: (blocks: number) => Error | null, before?: LogRange): [number[], LogRange] {
    const spans: number[] = []
    let range = before
    for (let left = total; left > 0;) {
      const blocks = Math.min(left, Number(range?.blocks ?? left))
      spans.push(blocks)
      const error = answers(blocks)
      if (error === null) {
        left -= blocks
        range &&= afterAnswer(range, BigInt(blocks))
      } else range = afterRefusal(range, error, BigInt(blocks))!
    }
    return [spans, range!]
  }

  it('grows again some time after a refusal', () => {
    let times = 9
    const [spans, after] = read(1_000, () => (times-- > 0 ? refused('block range is too wide') : null))
    expect(spans.slice(9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 489])
    expect(read(1_000, () => null, after)[0].length).toBeLessThan(4)
  })

  it('tries sizes that the node refuses ever less often', () => {
    const [spans] = read(100_000, (blocks) => (blocks > 100 ? refused('block range is too wide') : null))
    expect(spans.filter((blocks) => blocks <= 100).length).toBeLessThan(1_300)
    expect(spans.filter((blocks) => blocks > 100).length).toBeLessThan(40)
  })

  it('is never tried above the limit the node names, but up to it', () => {
    const dense = 'You can ask for up to a 2K block range. This block range should work: [0x64, 0x6d]'
    let isDense = true
    const [spans] = read(5_000, (blocks) => {
      const wasDense = isDense
      isDense = false
      return blocks > 2_000 || wasDense ? refused(dense) : null
    })
    expect(spans.slice(0, 3)).toEqual([5_000, 10, 20])
    expect(Math.max(...spans.slice(1))).toBe(2_000)
  })

  it('is halved if a node refuses its own limit', () => {
    const fickle = (blocks: number) => (blocks > 10 ? refused(`maximum block range: ${blocks - 1}`) : null)
    expect(read(1_000, fickle)[0].slice(0, 4)).toEqual([1_000, 999, 499, 498])
  })

  it('ignores answers to fewer blocks than were tried', () => {
    const range = afterRefusal(undefined, refused('block range is too wide'), 100n)!
    expect(afterAnswer(range, 49n)).toBe(range)
    expect(afterAnswer(range, 50n)).toMatchObject({ blocks: 100n, isTrial: true })
  })
})
