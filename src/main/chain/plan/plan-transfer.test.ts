import { encodeFunctionData, erc20Abi, parseTransaction, size, toHex, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import type { Call, Chain, Transfer } from '../chain.ts'
import { planTransfer, priceNative } from './plan-transfer.ts'

const [from, token, recipient] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [Address, Address, Address]
const own = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }
const coins: Transfer = { token, recipient, units: 5n }
const native: Transfer = { token: null, recipient, units: 7n }

/** A network that estimates `estimate` gas for every call from the account. */
const chainOf = (estimate: bigint | null) =>
  ({
    chainId: 7,
    l1Fee: async () => 400n,
    estimateGas: async (sender: Address, _: Call) => (sender === from ? estimate : 0n),
  }) as unknown as Chain

it('sends a token with one transfer call, and the native coin without data', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 5n] })
  const shared = { kind: 'send', ...own, l1Fee: 400n }
  expect(await planTransfer(chainOf(50_000n), from, coins, own)).toEqual({
    ...shared,
    to: token,
    data,
    value: 0n,
    gas: 85_000n,
    sends: coins,
  })
  expect(await planTransfer(chainOf(21_000n), from, native, own)).toEqual({
    ...shared,
    to: recipient,
    data: '0x',
    value: 7n,
    gas: 21_000n,
    sends: native,
  })
})

it('adds gas for a first token balance only for tokens, and only with an estimate', async () => {
  expect((await planTransfer(chainOf(50_000n), from, native, own)).gas).toBe(65_000n)
  expect((await planTransfer(chainOf(null), from, native, own)).gas).toBe(100_000n)
  expect((await planTransfer(chainOf(null), from, coins, own)).gas).toBe(100_000n)
})

it('prices any native amount with as many non-zero bytes as the whole balance', async () => {
  const priced: Hex[] = []
  const l1Fee = async (raw: Hex): Promise<bigint> => BigInt(priced.push(raw)) + 399n
  const chain = { ...chainOf(21_000n), l1Fee } as unknown as Chain
  for (const most of [10n ** 18n, 0n, -5n]) {
    expect(await priceNative(chain, from, recipient, most, own)).toMatchObject({ gas: 21_000n })
  }
  const values = priced.map((raw) => toHex(parseTransaction(raw).value ?? 0n))
  expect(values.map(size)).toEqual([8, 1, 1])
  expect(values[0]?.match(/../g)).not.toContain('00')
  expect(await planTransfer(chain, from, native, own, { gas: 5n, l1Fee: 6n })).toMatchObject({ gas: 5n, l1Fee: 6n })
  expect(priced).toHaveLength(3)
})
