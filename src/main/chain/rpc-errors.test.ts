import { RpcRequestError } from 'viem'
import { expect, it } from 'vitest'
import { isNodesAnswer, isUnavailable, isUnsupportedMethod, isUnsupportedTag } from './rpc-errors.ts'

const error = (message: string, code = -32_000): RpcRequestError =>
  new RpcRequestError({ body: {}, url: 'https://node.example', error: { code, message } })

it.each([
  ['cannot query unfinalized data', -32_000],
  ['pruned history unavailable', 4_444],
  ['missing trie node', -32_000],
  ['header not found', -32_000],
])('"%s" is said of what a node does not have', (message, code) => {
  expect(isUnavailable(error(message, code))).toBe(true)
})

it.each([
  ['the method eth_simulateV1 does not exist/is not available', -32_601],
  ['Method not enabled', -32_604],
  ['rpc method is not whitelisted', -32_001],
  ['Unsupported method: eth_simulateV1', -32_600],
])('"%s" is said of a method that a node does not have', (message, code) => {
  expect(isUnsupportedMethod(error(message, code))).toBe(true)
})

it.each([
  'finalized block not found',
  'sync L1 finalized batch feature not enabled, please enable it',
  'unknown block tag',
])('"%s" is said of a tag that a node does not know', (message) => {
  expect(isUnsupportedTag(error(message))).toBe(true)
})

it.each([
  'execution reverted: method not supported',
  'execution reverted: unknown block',
  'execution reverted: invalid argument',
  'execution reverted: rate limit',
])('"%s" is a contract’s own, and the node’s answer', (message) => {
  for (const code of [3, -32_000]) {
    const reverted = error(message, code)
    expect([isUnsupportedMethod(reverted), isUnavailable(reverted), isUnsupportedTag(reverted)]).toEqual([
      ...[false, false, false],
    ])
    expect(isNodesAnswer(reverted)).toBe(true)
  }
})
