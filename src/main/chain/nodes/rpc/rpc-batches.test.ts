import type { Address } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import type { Chain } from '../../chain.ts'
import { openChain } from '../../open-chain.ts'
import type { Fetch } from './rpc-exchange.ts'
import { openTestNetwork, type TestNetwork } from '../../../../testing/chain/network.ts'

const holder: Address = `0x${'d3'.repeat(20)}`
let network: TestNetwork
beforeAll(async () => {
  network = await openTestNetwork()
  await network.fund(holder)
})

/** Returns the network, and the number of questions in each of its requests. */
function open(takesBatches: boolean): { chain: Chain; sizes: number[] } {
  const sizes: number[] = []
  const send: Fetch = async (url, init) => {
    const body: unknown = JSON.parse(String(init.body))
    sizes.push(Array.isArray(body) ? body.length : 1)
    return Array.isArray(body) && !takesBatches ? new Response('batches are off', { status: 500 }) : fetch(url, init)
  }
  const options = { chainId: network.chainId, rpcUrls: [network.rpcUrl], finalityDepth: 2 }
  return { chain: openChain({ ...options, fetch: send }), sizes }
}

/** The questions Till asks together to show a wallet. */
const ask = (chain: Chain): Promise<readonly unknown[]> =>
  Promise.all([
    chain.instance(),
    chain.nativeBalance(holder),
    ...network.tokens.map(({ address }) => chain.tokenBalance(address, holder)),
    chain.pendingNonce(holder),
    chain.isContract(network.tokens[0].address),
    chain.isContract(holder),
  ])
const coins = [500_000_000n, 500_000_000n, 500n * 10n ** 18n]

it('concurrent questions go to a real node as one batch', async () => {
  const { chain, sizes } = open(true)
  const [instance, ...answers] = await ask(chain)
  expect(instance).toMatch(/^\d+:0x[0-9a-f]{64}$/)
  expect(answers).toEqual([10n ** 18n, ...coins, 0, true, false])
  expect(Math.max(...sizes)).toBeGreaterThan(5)
})

it('a node that refuses batches is asked one question at a time, with the same answers', async () => {
  const { chain, sizes } = open(false)
  const answers = await ask(chain)
  expect(answers).toEqual(await ask(open(true).chain))
  expect(Math.max(...sizes)).toBeGreaterThan(1)
  sizes.length = 0
  expect(await ask(chain)).toEqual(answers)
  expect(new Set(sizes)).toEqual(new Set([1]))
})
