import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromUnits } from '../money.ts'
import { paymentUri, type AskedPayment } from './payment-uri.ts'

const me = '0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const asked: AskedPayment = { to: me, chainId: 8453, token: usdc, decimals: 6, amount: '12.5' }

// The grammar of EIP-681, with addresses in hex only: request, parameters, and a parameter.
const request = /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d+))?(?:\/([A-Za-z]\w*))?(?:\?(.+))?$/
const parameter = /^(value|gas|gasLimit|gasPrice|u?int\d*|address)=(0x[0-9a-fA-F]{40}|[-+]?\d*(?:\.\d+)?(?:e\d+)?)$/

function parsed(uri: string) {
  const [, target, chainId, call, query = ''] = request.exec(uri) ?? []
  const pairs = query === '' ? [] : query.split('&').map((pair) => parameter.exec(pair)?.slice(1, 3) ?? ['bad', pair])
  return { target, chainId, call, parameters: pairs }
}

test('asks a token’s contract to transfer its units to the account', () => {
  expect(paymentUri(asked)).toBe(`ethereum:${usdc}@8453/transfer?address=${me}&uint256=12500000`)
  expect(parsed(paymentUri(asked))).toEqual({
    target: usdc,
    chainId: '8453',
    call: 'transfer',
    parameters: [
      ['address', me],
      ['uint256', '12500000'],
    ],
  })
})

test('asks for the network’s own coin by its value', () => {
  const own = { ...asked, token: null, decimals: 18, amount: '0.02' }
  expect(paymentUri(own)).toBe(`ethereum:${me}@8453?value=20000000000000000`)
  expect(parsed(paymentUri(own))).toEqual({
    target: me,
    chainId: '8453',
    call: undefined,
    parameters: [['value', '20000000000000000']],
  })
})

test('leaves the amount to the sender if there is none', () => {
  expect(paymentUri({ ...asked, amount: null })).toBe(`ethereum:${usdc}@8453/transfer?address=${me}`)
  expect(paymentUri({ ...asked, token: null, amount: null })).toBe(`ethereum:${me}@8453`)
})

test('never rounds: it refuses an amount that the coin cannot have', () => {
  expect(() => paymentUri({ ...asked, amount: '0.0000001' })).toThrow(RangeError)
  expect(() => paymentUri({ ...asked, amount: '1e3' })).toThrow(RangeError)
  expect(paymentUri({ ...asked, amount: '0.1000000' })).toContain('uint256=100000')
})

test('carries every amount exactly, in the grammar, at any number of decimals', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 2 ** 50 }),
      fc.boolean(),
      (units, decimals, chainId, isNative) => {
        const token = isNative ? null : usdc
        const { target, parameters, ...uri } = parsed(
          paymentUri({ to: me, chainId, token, decimals, amount: fromUnits(units, decimals) }),
        )
        expect([target, uri.chainId]).toEqual([token ?? me, String(chainId)])
        expect(parameters.at(-1)).toEqual([isNative ? 'value' : 'uint256', String(units)])
        expect(parameters).toHaveLength(isNative ? 1 : 2)
      },
    ),
  )
})
