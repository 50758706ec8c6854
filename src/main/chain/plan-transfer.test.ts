import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import { expect, it } from 'vitest'
import type { Call, Chain, Transfer } from './chain.ts'
import { nativeFeeAtMost, planTransfer } from './plan-transfer.ts'

const [from, token, recipient] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [Address, Address, Address]
const own = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }
const coins: Transfer = { token, recipient, units: 5n }
const native: Transfer = { token: null, recipient, units: 7n }

/** A network that estimates `estimate` gas for every call that comes from the account. */
const chainOf = (estimate: bigint | null) =>
  ({
    chainId: 7,
    l1Fee: async () => 400n,
    estimateGas: async (sender: Address, _: Call) => (sender === from ? estimate : 0n),
  }) as unknown as Chain

it('coins of a token leave by one call of its transfer, the own coin without any data', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 5n] })
  const shared = { kind: 'send', ...own, l1Fee: 400n }
  expect(await planTransfer(chainOf(50_000n), from, coins, own)).toEqual({
    ...{ ...shared, to: token, data, value: 0n, gas: 85_000n, sends: coins },
  })
  expect(await planTransfer(chainOf(21_000n), from, native, own)).toEqual({
    ...{ ...shared, to: recipient, data: '0x', value: 7n, gas: 21_000n, sends: native },
  })
})

it('only a token’s recipient may get the first of it meanwhile, and only where anything is estimated', async () => {
  expect((await planTransfer(chainOf(50_000n), from, native, own)).gas).toBe(65_000n)
  expect((await planTransfer(chainOf(null), from, native, own)).gas).toBe(100_000n)
  expect((await planTransfer(chainOf(null), from, coins, own)).gas).toBe(100_000n)
})

it('the fee of sending the own coin is its gas at the highest price and what the chain takes beside it', async () => {
  expect(await nativeFeeAtMost(chainOf(21_000n), from, recipient, own)).toBe(210_400n)
})
