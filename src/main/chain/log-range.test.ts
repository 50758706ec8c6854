import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { expect, it } from 'vitest'
import { rangeAfterRefusal } from './log-range.ts'

const refused = (message: string, code = -32_000): RpcRequestError =>
  new RpcRequestError({ body: {}, url: 'https://node.example', error: { code, message } })

// The wordings are those of the providers and clients that ponder collects (packages/utils/src/getLogsRetryHelper.ts).
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
])('"%s" leads to a smaller range', (message, code, blocks) => {
  expect(rangeAfterRefusal(refused(message, code), 100_000n)).toBe(blocks)
})

it('a body too large for HTTP halves the range, and a named range that is no smaller as well', () => {
  const tooLarge = new HttpRequestError({ url: 'https://node.example', status: 413, details: '' })
  expect(rangeAfterRefusal(tooLarge, 100n)).toBe(50n)
  for (const named of [0, 1_000, 50_000]) {
    expect(rangeAfterRefusal(refused(`maximum block range: ${named}`), 1_000n)).toBe(500n)
  }
})

it.each([
  ['daily request count exceeded, request rate limited', -32_005],
  ['missing trie node', -32_000],
  ['invalid argument 0', -32_602],
])('"%s" is no matter of the range', (message, code) => {
  expect(rangeAfterRefusal(refused(message, code), 100n)).toBeNull()
})

it('one block is not halved', () => {
  expect(rangeAfterRefusal(refused('block range is too wide'), 1n)).toBeNull()
})

it('what is said over HTTP with another status, or by no node at all, is no matter of the range', () => {
  const broken = new HttpRequestError({ url: 'https://node.example', status: 500, details: 'block range' })
  expect(rangeAfterRefusal(broken, 100n)).toBeNull()
  expect(rangeAfterRefusal(new TimeoutError({ body: {}, url: 'https://node.example' }), 100n)).toBeNull()
  expect(rangeAfterRefusal(new Error('block range'), 100n)).toBeNull()
})
