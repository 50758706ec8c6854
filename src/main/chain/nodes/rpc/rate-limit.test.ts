import { HttpRequestError, RpcRequestError } from 'viem'
import { expect, it } from 'vitest'
import { isRateLimited, retryAfterMs } from './rate-limit.ts'

const url = 'https://node.example'
const isLimit = (message: string, code = -32_000, data?: unknown): boolean =>
  isRateLimited(new RpcRequestError({ body: {}, url, error: { code, message, data } }))

it.each([
  ['Your app has exceeded its compute units per second capacity.', 429],
  ['project ID request rate exceeded', -32_005],
  ['daily request count exceeded, request rate limited', -32_005],
  ['Limit exceeded', -32_005],
  ['15/second request limit reached - reduce calls per second or upgrade your account', -32_007],
  ['backend is over capacity', -32_012],
  ['over rate limit', -32_016],
  ['no', -32_016],
  ['RateLimit', -32_000],
  ['daily quota is now reached', -32_000],
  ['no credit left: limit', -32_000],
  ['wrapped: over rate limit', -32_000],
  ['Too many', -32_029],
  ['You reached Public endpoint rate limit', 15],
])('"%s" (%i) is a rate limit', (message, code) => {
  expect(isLimit(message, code)).toBe(true)
})

it.each([
  ['Sender account not authorized to send transactions', -32_007],
  ['Transaction gas limit exceeds block gas limit', -32_005],
  ['block gas limit exceeded', -32_000],
  ['Batch size limit exceeded', -32_600],
  ['Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits', -32_000],
  ['Requested range exceeds maximum RPC range limit', -32_005],
  ['query returned more than 10000 results. Try with this block range [0x0, 0x63].', -32_005],
  ['execution reverted: daily transfer limit exceeded', 3],
  ['daily transfer limit exceeded', 3],
  ['execution reverted: too many requests', -32_000],
  ['VM Exception while processing transaction: revert rate limit', -32_000],
])('"%s" (%i) is not a rate limit', (message, code) => {
  expect(isLimit(message, code)).toBe(false)
})

it('OpenEthereum’s code for a failed call is not a rate limit', () => {
  expect(isLimit('The execution failed due to an exception.', -32_016, 'Reverted 0x08c379a0')).toBe(false)
})

it.each([
  [429, 'anything', true],
  [503, '{"error":{"code":-32005,"message":"rate limit exceeded"}}', true],
  [500, 'too many requests', true],
  [503, 'upstream connect error', false],
  // An exhausted quota does not recover in seconds.
  [402, 'daily request count exceeded', false],
  [403, 'Monthly capacity limit exceeded', false],
])('HTTP %i with "%s": %s', (status, details, is) => {
  expect(isRateLimited(new HttpRequestError({ url, status, details }))).toBe(is)
})

it.each<[string | null, number | null]>([
  ['120', 120_000],
  ['Wed, 01 Jan 2025 00:02:00 GMT', 120_000],
  ['2025-01-01T00:02:00Z', 120_000],
  ['Wed, 01 Jan 2025 00:02:00 +0000', 120_000],
  ['0', null],
  ['Tue, 31 Dec 2024 23:59:00 GMT', null],
  ['soon', null],
  ['12 or so', null],
  ['in 12', null],
  [null, null],
])('Retry-After "%s" means %s ms', (header, ms) => {
  const headers = new Headers(header === null ? {} : { 'retry-after': header })
  const epochNow = Date.UTC(2025, 0, 1)
  expect(retryAfterMs(new HttpRequestError({ url, status: 429, headers }), epochNow)).toBe(ms)
  expect(retryAfterMs(new HttpRequestError({ url }), epochNow)).toBeNull()
  expect(retryAfterMs(new TypeError('No'), epochNow)).toBeNull()
})
