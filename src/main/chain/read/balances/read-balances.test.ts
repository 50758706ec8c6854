import { zeroAddress, type Address } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NetworkView } from '../../../../shared/networks/views.ts'
import type { Chain } from '../../chain.ts'
import { openChain } from '../../open-chain.ts'
import { readBalances, unknownBalances, type OwnSpending, type Unsettled } from './read-balances.ts'
import { openTestNetwork, type TestNetwork } from '../../../../testing/chain/network.ts'
import { openTestNode, type TestNode } from '../../../../testing/chain/node.ts'

const otherAddress: Address = `0x${'5'.repeat(40)}`
let account: PrivateKeyAccount
let network: TestNetwork
let node: TestNode
let chain: Chain
beforeAll(async () => {
  network = await openTestNetwork()
  account = await network.openPayer()
  node = await openTestNode(network.rpcUrl)
  chain = openChain({ chainId: network.chainId, rpcUrls: [node.url], finalityDepth: 2, timeoutMs: 400 })
})
afterAll(async () => {
  await node?.stop()
})
afterEach(() => {
  node.broken = false
  node.replace = null
})

describe('the balances of a network', () => {
  const view = (): NetworkView => ({
    key: 'harbour',
    name: 'Harbour',
    chainId: network.chainId,
    isTestnet: true,
    logo: null,
    native: { name: 'Play Ether', symbol: 'ETH', decimals: 18, logo: null },
    tokens: [
      ...network.tokens.map((token) => ({
        ...token,
        symbol: token.key,
        name: '',
        friendlyDecimals: 2,
        isActive: true,
        image: null,
        minAllowance: null,
        maxAllowance: null,
      })),
      {
        key: 'eth',
        symbol: 'ETH',
        name: '',
        address: zeroAddress,
        decimals: 18,
        friendlyDecimals: 4,
        isActive: true,
        image: null,
        minAllowance: null,
        maxAllowance: null,
      },
    ],
    unpayable: null,
  })
  const nothing = { tokens: new Map<string, bigint>(), native: 0n }
  const owing = (unsettled: Unsettled): OwnSpending => ({ unsettled: () => unsettled, outflow: () => [] })

  it('are exact, with reserved amounts, and the native coin under its placeholder too', async () => {
    const unsettled = { tokens: new Map([[network.tokens[0].address.toLowerCase(), 1_500_000n]]), native: 10n ** 15n }
    const balances = await readBalances(chain, view(), account.address, owing(unsettled), 0)
    expect(balances).toMatchObject({ networkKey: 'harbour', readAt: new Date(0).toISOString(), error: null })
    expect(balances.tokens).toMatchObject({ dai: '500', usdt: '500', eth: balances.native })
    expect(balances.reserved).toEqual({ usdc: '1.5', usdt: '0', dai: '0', eth: '0.001' })
  })

  it('that no node returns are unknown, never zero', async () => {
    node.broken = true
    const away = await readBalances(chain, view(), account.address, owing(nothing), 0)
    expect(away).toMatchObject({ native: null, readAt: null, error: 'network-unreachable' })
    expect(Object.values(away.tokens)).toEqual([null, null, null, null])
    expect(Object.values(unknownBalances(view()).tokens)).toEqual([null, null, null, null])
  })

  it('keep what is reserved after a start without a connection, when no node names the chain', async () => {
    node.broken = true
    const fresh = openChain({ chainId: network.chainId, rpcUrls: [node.url], finalityDepth: 2, timeoutMs: 400 })
    const signed = { tokens: new Map([[network.tokens[0].address.toLowerCase(), 1_500_000n]]), native: 0n }
    const asked: (string | null)[] = []
    const spending = { ...owing(signed), unsettled: (instance: string | null) => (asked.push(instance), signed) }
    const read = await readBalances(fresh, view(), account.address, spending, 0)
    expect(asked).toEqual([null])
    expect(read).toMatchObject({ readAt: null, reserved: { usdc: '1.5' } })
  })

  it('do not count a mined payment’s coins again on a node behind its block', async () => {
    node.replace = (method, params) =>
      method === 'eth_call' && params[1] !== 'latest' ? { error: { code: -32_000, message: 'header not found' } } : null
    const [usdc] = network.tokens
    const paid = { units: 100n * 10n ** BigInt(usdc.decimals), block: (await chain.tick()).head }
    const outflow: OwnSpending['outflow'] = (_, token) => (token === usdc.address ? [paid] : [])
    const balances = await readBalances(chain, view(), account.address, { ...owing(nothing), outflow }, 0)
    expect(balances).toMatchObject({ error: null, tokens: { usdc: '400', usdt: '500' } })
  })

  it('stay known if one token’s is missing', async () => {
    const { tokens: listed, ...others } = view()
    const gone = listed.map((token) => (token.key === 'dai' ? { ...token, address: otherAddress } : token))
    const some = await readBalances(chain, { ...others, tokens: gone }, account.address, owing(nothing), 0)
    expect(some.tokens).toMatchObject({ dai: null, usdt: '500' })
    expect(some).toMatchObject({ readAt: null, error: 'network-unreachable' })
  })
})
