import type { Hash } from 'viem'
import { expect, it } from 'vitest'
import { terms } from '../../../testing/purchases/ledger.ts'
import type { Receipt } from '../../chain/chain.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { findOnOtherNetwork } from './find-on-other-network.ts'

const hash: Hash = `0x${'5'.repeat(64)}`

/** Returns what is found if other networks answer for the transaction like this. */
async function find(...answers: Promise<Partial<Receipt> | null>[]): Promise<string | null> {
  const networks = answers.map((answer, index) => ({
    network: { chainId: 100 + index, name: `Network ${index}` },
    chain: { receipt: () => answer },
  }))
  const context = { current: () => ({ networks }) } as unknown as PurchaseContext
  return findOnOtherNetwork(context, { terms }, hash)
}
const silent = (): Promise<never> => new Promise(() => undefined)
const down = (): Promise<never> => Promise.reject(new Error('network-unreachable'))

it('names the network that holds a transaction, without waiting for the others', async () => {
  expect(await find(silent(), down(), Promise.resolve({ isBacked: true }))).toBe('Network 2')
})

it('names no network on the word of one of its nodes: the payment may still come where it was asked', async () => {
  expect(await find(Promise.resolve({ isBacked: false }), down())).toBeNull()
})
