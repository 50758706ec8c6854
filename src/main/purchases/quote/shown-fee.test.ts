import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters, toFunctionSelector, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noLimits } from '../../../shared/limits/views.ts'
import { multiplyDecimals } from '../../../shared/money.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import { openTestNode, type TestNode } from '../../../testing/chain/node.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { newAddress, openTestTransfers } from '../../../testing/transfers/open-test-transfers.ts'

// The sandbox's feed says that its coin is worth 3,000 dollars.

let sandbox: TestSandbox
let node: TestNode
beforeAll(async () => {
  sandbox = await openTestSandbox()
  node = await openTestNode(sandbox.rpcUrl('harbour'))
})
afterAll(async () => {
  await sandbox?.stop()
  await node?.stop()
})
afterEach(() => {
  node.replace = null
  return sandbox.reset()
})

const feeOf = ({ payment }: QuoteView) => [payment?.networkFeeAtMost, payment?.networkFeeInDollars] as const
const fee = expect.stringMatching(/^0\.0*[1-9]/)
const isOfPrice = (method: string, [call]: readonly unknown[]): boolean =>
  method === 'eth_call' && (call as { data: Hex }).data === toFunctionSelector('latestRoundData()')

describe('the network fee of a price', () => {
  it.each(['harbour', 'meadow'] as const)('on %s is also in dollars, from the first price on', async (network) => {
    const till = await sandbox.till()
    const offer = await till.quote(network, 'usdc')
    const [most, dollars] = feeOf(offer)
    expect(Number(most)).toBeGreaterThan(0)
    expect(dollars).toBe(multiplyDecimals(most ?? '', '3000'))
  })

  it('is in its coin alone if one of two nodes lies about what that is worth', async () => {
    const rounds = parseAbiParameters('uint80, int256, uint256, uint256, uint80')
    const honest = await sandbox.rpc('harbour').call({
      to: sandbox.running.profile.priceFeeds?.[String(sandbox.network('harbour').chainId)] as Hex,
      data: toFunctionSelector('latestRoundData()'),
    })
    const [id, price, startedAt, updatedAt, inRound] = decodeAbiParameters(rounds, honest.data ?? '0x')
    expect(price).toBe(3_000n * 10n ** 8n)
    const lie = encodeAbiParameters(rounds, [id, price * 1_000n, startedAt, updatedAt, inRound])
    const rpcUrls = () => [node.url, sandbox.rpcUrl('harbour')]
    const sound = await (await sandbox.till({ rpcUrls })).quote('harbour', 'usdc')
    expect(feeOf(sound)).toEqual([fee, fee])
    node.replace = (method, params) => (isOfPrice(method, params) ? { result: lie } : null)
    const till = await sandbox.till({ rpcUrls })
    await till.quote('harbour', 'usdc')
    expect(feeOf(await till.quote('harbour', 'usdc'))).toEqual([fee, null])
  })

  it('does not wait for a node that never says what its coin is worth', async () => {
    node.replace = (method, params) => (isOfPrice(method, params) ? 'silence' : null)
    // Longer than the test: a quote that waited for the node would not end.
    const till = await sandbox.till({ rpcUrls: () => [node.url], rpcMs: 120_000 })
    const offer = await till.quote('harbour', 'usdc')
    expect(feeOf(offer)).toEqual([fee, null])
    expect(offer.problems).toEqual([])
  })

  it('counts towards no limit, and changes nothing of what is paid, whatever its coin is said to be worth', async () => {
    const till = await sandbox.till()
    till.tamper.coinPrice = () => 10n ** 16n - 1n
    till.state.limits = { ...noLimits, perPurchase: '20', perDay: '20' }
    const offer = await till.quote('harbour', 'usdc')
    expect(Number(offer.payment?.networkFeeInDollars)).toBeGreaterThan(20)
    expect(offer.problems).toEqual([])
    const { id } = await till.confirm(offer)
    await till.delivered(id)
    expect((await sandbox.witness(till.address)).payments).toMatchObject([{ amount: offer.totalAmount }])
  })
})

it('the network fee of a transfer is also in dollars', async () => {
  const till = await sandbox.till()
  const offer = await openTestTransfers(sandbox, till).offer(newAddress(), { amount: '1' })
  expect(offer.networkFeeInDollars).toBe(multiplyDecimals(offer.networkFeeAtMost, '3000'))
})
