import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { concat, createClient, http, numberToHex, type Address, type Hex } from 'viem'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openChain } from '../../open-chain.ts'
import { openTestNetwork, type TestNetwork } from '../../../../testing/chain/network.ts'
import { soon } from '../../../../testing/soon.ts'
import { readPriceRound } from './read-price-round.ts'

const feed: Address = `0x${'fe'.repeat(20)}`
const word = (value: bigint | number): Hex => numberToHex(value, { size: 32, signed: value < 0 })
let network: TestNetwork

beforeAll(async () => {
  network = await openTestNetwork()
  const file = join(import.meta.dirname, '../../../../../resources/contracts/PriceFeed.json')
  const { bytecode } = JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex }
  // The creation call returns the runtime code.
  const code = await network.rpc<Hex>('eth_call', { data: concat([bytecode, word(1)]) }, 'latest')
  await network.setCode(feed, code)
})
beforeEach(() => setRound({}))

async function setRound({ answer = 300_000_000_000n, updatedAt = 0n, decimals = 8 }): Promise<void> {
  await network.setStorageAt(feed, 0n, word(answer))
  await network.setStorageAt(feed, 1n, word(updatedAt))
  await network.setStorageAt(feed, 2n, word(decimals))
}

const read = (address: Address) => readPriceRound(createClient({ transport: http(network.rpcUrl) }), address)

it('reads the newest round of a feed', async () => {
  await setRound({ answer: 300_012_345_678n, updatedAt: 1_772_625_600n })
  expect(await read(feed)).toEqual({ decimals: 8, answer: 300_012_345_678n, updatedAt: 1_772_625_600n })
})

it('reads what is no price as it is', async () => {
  await setRound({ answer: -5n, updatedAt: 1n, decimals: 18 })
  expect(await read(feed)).toEqual({ decimals: 18, answer: -5n, updatedAt: 1n })
})

it('reads nothing from an address without a contract, and from a contract that is no feed', async () => {
  expect(await read(`0x${'ef'.repeat(20)}`)).toBeNull()
  expect(await read(network.tokens[0].address)).toBeNull()
})

it('is the price of a chain whose fees were asked for', async () => {
  const chain = openChain({
    chainId: network.chainId,
    rpcUrls: [network.rpcUrl],
    finalityDepth: undefined,
    known: null,
    priceFeed: feed,
  })
  expect(chain.coinPrice(Date.now())).toBeNull()
  await chain.fees()
  await vi.waitFor(() => expect(chain.coinPrice(Date.now())).toBe(300_000_000_000n), soon)
  expect(chain.coinPrice(Date.now() + 28 * 3_600_000)).toBeNull()
})
