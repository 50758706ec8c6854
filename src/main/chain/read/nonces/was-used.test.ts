import type { Address } from 'viem'
import { expect, it } from 'vitest'
import type { Chain } from '../../chain.ts'
import { wasUsed } from './was-used.ts'

const [account, usdc, dai] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [Address, Address, Address]

/** A network on which the account has sent `nonce` transactions, and holds `native` and `dais` units. */
function networkOf({ nonce = 0, native = 0n, dais = 0n } = {}) {
  const chain = {
    minedNonce: async () => ({ nonce }),
    nativeBalance: async () => native,
    tokenBalance: async (token: Address) => (token === dai ? dais : 0n),
  } as unknown as Chain
  return { chain, tokens: [{ address: usdc }, { address: dai }] }
}
const unused = networkOf()

it.each([
  ['sent a transaction', { nonce: 1 }],
  ['has the native coin', { native: 1n }],
  ['has a token', { dais: 1n }],
])('an account that %s on any network was used', async (_, facts) => {
  expect(await wasUsed(account, [unused, networkOf(facts), unused])).toBe(true)
})

it('an account without coins and transactions on any network, or without networks, was not used', async () => {
  expect(await wasUsed(account, [unused, unused])).toBe(false)
  expect(await wasUsed(account, [])).toBe(false)
})

it('fails while a network is silent', async () => {
  const silent = { chain: { ...unused.chain, minedNonce: () => Promise.reject(new Error('Silent')) }, tokens: [] }
  await expect(wasUsed(account, [networkOf({ nonce: 1 }), silent])).rejects.toThrow('Silent')
})
