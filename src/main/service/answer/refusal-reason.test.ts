import { expect, test } from 'vitest'
import { refusalReason } from './refusal-reason.ts'

test.each([
  ['INSUFFICIENT_BALANCE', 'balance'],
  ['insufficientFunds', 'balance'],
  ['insufficient-token-balance', 'balance'],
  ['PRODUCT_NOT_FOUND', 'product'],
  ['SkuUnavailable', 'product'],
  ['TOKEN_NOT_SUPPORTED', 'coin'],
  ['unsupported_currency', 'coin'],
  ['NETWORK_NOT_SUPPORTED', 'network'],
  ['CHAIN_UNKNOWN', 'network'],
  ['CHAIN_UNAVAILABLE', null],
  ['INVALID_TOKEN', null],
  ['TOKEN_EXPIRED', null],
  ['TOKEN_NOT_FOUND', null],
  ['PRODUCT_NOT_ALLOWED', null],
  ['INVALID_FIELDS', null],
  ['', null],
  [null, null],
])('the code %s is about: %s', (code, reason) => {
  expect(refusalReason(code)).toBe(reason)
})
