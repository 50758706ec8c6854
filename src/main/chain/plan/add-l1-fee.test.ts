import { parseTransaction, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { addL1Fee } from './add-l1-fee.ts'
import type { Chain, Fees } from '../chain.ts'

const to: Address = `0x${'3'.repeat(40)}`
const fees: Fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 2n }
const step = { to, data: '0xabcd', value: 5n, gas: 60_000n, ...fees } as const

it('reads the extra fee of exactly the signed step, and adds only that', async () => {
  const priced: [Hex, bigint][] = []
  const l1Fee = async (raw: Hex, gas: bigint): Promise<bigint> => {
    priced.push([raw, gas])
    return 7n
  }
  expect(await addL1Fee({ chainId: 71, l1Fee } as unknown as Chain, step)).toEqual({ ...step, l1Fee: 7n })
  const [raw = '0x', gas] = priced[0] ?? []
  expect([priced.length, gas]).toEqual([1, 60_000n])
  expect(parseTransaction(raw)).toMatchObject({ ...step, chainId: 71, type: 'eip1559', yParity: 1 })
  // The placeholder signature is as long as a real one, and does not compress.
  const { r, s, nonce } = parseTransaction(raw)
  expect([r?.length, s?.length, new Set([r, s]).size]).toEqual([66, 66, 2])
  expect(nonce).toBeGreaterThan(0xffff)
})
