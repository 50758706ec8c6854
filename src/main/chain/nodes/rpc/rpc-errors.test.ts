import { BlockNotFoundError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'
import { expect, it } from 'vitest'
import { isNodesAnswer, isUnavailable, isUnsupportedMethod, isUnsupportedTag } from './rpc-errors.ts'

const error = (message: string, code = -32_000): RpcRequestError =>
  new RpcRequestError({ body: {}, url: 'https://node.example', error: { code, message } })

it.each([
  ['cannot query unfinalized data', -32_000],
  ['pruned history unavailable', 4_444],
  ['indexing is in progress', 4_444],
  ['state not available', -32_000],
  ['state at block 7 is unavailable', -32_000],
  ['missing trie node', -32_000],
  ['header not found', -32_000],
])('"%s" means that a node does not have the data', (message, code) => {
  expect(isUnavailable(error(message, code))).toBe(true)
})

it.each([
  ['the method eth_simulateV1 does not exist/is not available', -32_601],
  ['Method not enabled', -32_604],
  ['no', -32_601],
  ['no', -32_604],
  ['rpc method is not whitelisted', -32_001],
  ['Unsupported method: eth_simulateV1', -32_600],
])('"%s" means that a node does not have the method', (message, code) => {
  expect(isUnsupportedMethod(error(message, code))).toBe(true)
})

it.each([
  'finalized block not found',
  'sync L1 finalized batch feature not enabled, please enable it',
  'unknown block tag',
  'this network does not yet support the finalized tag',
])('"%s" means that a node does not know the tag', (message) => {
  expect(isUnsupportedTag(error(message))).toBe(true)
})

it.each(['Internal error', 'nonce too low', 'insufficient funds for transfer'])(
  '"%s" means none of these',
  (message) => {
    const answer = error(message)
    expect([isUnavailable(answer), isUnsupportedMethod(answer), isUnsupportedTag(answer)]).toEqual([
      false,
      false,
      false,
    ])
  },
)

it('a block that a node does not show is missing there', () => {
  const absent = new BlockNotFoundError({ blockNumber: 7n })
  expect([isUnavailable(absent), isUnsupportedTag(absent), isNodesAnswer(absent)]).toEqual([true, true, true])
})

const url = 'https://node.example'
it.each([
  new HttpRequestError({ url, details: 'pruned; method not found; unknown block tag' }),
  new TimeoutError({ url, body: {} }),
  new ResponseBodyTooLargeError({ maxSize: 1, size: 2 }),
  new TypeError('pruned'),
  error('rate limit exceeded: pruned, unknown block tag, method not found'),
])('a failure without an answer says nothing about the node’s data: %s', (failure) => {
  const read = [isNodesAnswer, isUnavailable, isUnsupportedMethod, isUnsupportedTag].map((is) => is(failure))
  expect(read).toEqual([false, false, false, false])
})

it.each([
  'execution reverted: method not supported',
  'execution reverted: unknown block',
  'execution reverted: invalid argument',
  'execution reverted: rate limit',
])('"%s" is a contract’s own text, and the node’s answer', (message) => {
  for (const code of [3, -32_000]) {
    const reverted = error(message, code)
    expect([isUnsupportedMethod(reverted), isUnavailable(reverted), isUnsupportedTag(reverted)]).toEqual([
      false,
      false,
      false,
    ])
    expect(isNodesAnswer(reverted)).toBe(true)
  }
})
