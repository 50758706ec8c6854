import { encodeFunctionData, erc20Abi, numberToHex, type Address, type Hash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Chain, TokenTransfer } from '../../chain.ts'
import { openChain } from '../../open-chain.ts'
import { toTransfer } from './read-logs.ts'
import { openTestNetwork, type TestNetwork } from '../../../../testing/chain/network.ts'
import { openTestNode, type TestNode } from '../../../../testing/chain/node.ts'
import { soon } from '../../../../testing/soon.ts'

const recipient: Address = `0x${'c4'.repeat(20)}`
const otherAddress: Address = `0x${'c5'.repeat(20)}`
let network: TestNetwork
let node: TestNode
let chain: Chain
let payer: PrivateKeyAccount
/** The blocks with the payments of 1, 2 and 3 USDC units and, last, of 4 DAI units and an approval. */
let blocks: readonly bigint[]

beforeAll(async () => {
  network = await openTestNetwork()
  node = await openTestNode(network.rpcUrl)
  chain = open()
  payer = await network.openPayer()
  await network.pauseMining()
  const [usdc, , dai] = network.tokens
  const calls = [1n, 2n, 3n].map((units) => [transferOf(usdc.address, units)])
  calls.push([transferOf(dai.address, 4n), approvalOf(usdc.address, 5n)])
  const mined: bigint[] = []
  let nonce = 1
  for (const together of calls) {
    for (const call of together) await chain.send(await sign(nonce++, call))
    await network.mine()
    mined.push(await chain.head())
  }
  blocks = mined
})
afterAll(async () => {
  await network?.resumeMining()
  await node?.stop()
})
afterEach(() => void (node.replace = null))

const open = (): Chain => openChain({ chainId: network.chainId, rpcUrls: [node.url], finalityDepth: 2 })
const block = (index: number): bigint => blocks[index]!
const amounts = (transfers: readonly TokenTransfer[]): bigint[] => transfers.map(({ units }) => units)

const transferOf = (to: Address, units: bigint) => ({
  to,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, units] }),
})
const approvalOf = (to: Address, units: bigint) => ({
  to,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [otherAddress, units] }),
})

async function sign(nonce: number, call: ReturnType<typeof transferOf>): Promise<Hash> {
  const common = { type: 'eip1559', chainId: network.chainId, nonce, gas: 100_000n } as const
  return payer.signTransaction({ ...common, ...(await chain.fees()), ...call })
}

it('reads transfers to and from an account in a block range, both ends included', async () => {
  const [usdc, , dai] = network.tokens
  expect(amounts(await chain.transfersTo([usdc.address], recipient, block(0), block(3)))).toEqual([1n, 2n, 3n])
  expect(amounts(await chain.transfersTo([usdc.address], recipient, block(1), block(1)))).toEqual([2n])
  const both = [usdc.address, dai.address]
  expect(amounts(await chain.transfersFrom(both, payer.address, block(2), block(3)))).toEqual([3n, 4n])
  expect(await chain.transfersFrom(both, otherAddress, block(0), block(3))).toEqual([])
})

it('reads the spenders that an account approved', async () => {
  const { address: token } = network.tokens[0]
  const [approval, ...others] = await chain.approvalsBy([token], payer.address, block(0), block(3))
  expect(others).toEqual([])
  expect(approval?.token.toLowerCase()).toBe(token.toLowerCase())
  expect(approval?.spender.toLowerCase()).toBe(otherAddress)
})

it('reads every block from a node that takes two at once', async () => {
  const spans: bigint[] = []
  node.replace = (method, [filter]) => {
    if (method !== 'eth_getLogs') return null
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    const count = BigInt(toBlock) - BigInt(fromBlock) + 1n
    spans.push(count)
    return count > 2n ? { error: { code: -32_602, message: 'exceed maximum block range: 2' } } : null
  }
  const { address } = network.tokens[0]
  expect(amounts(await open().transfersTo([address], recipient, block(0), block(3)))).toEqual([1n, 2n, 3n])
  expect(spans).toEqual([4n, 2n, 2n])
})

it.each([
  ['block range extends beyond current head block', -32_602],
  ['context deadline exceeded', -32_000],
])('a node that says "%s" fails one question, and the next one has the same range', async (message, code) => {
  const spans: bigint[] = []
  let isWell = true
  node.replace = (method, [filter]) => {
    if (method !== 'eth_getLogs') return null
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    spans.push(BigInt(toBlock) - BigInt(fromBlock) + 1n)
    return isWell ? null : { error: { code, message } }
  }
  const one = open()
  const { address } = network.tokens[0]
  const read = (): Promise<readonly TokenTransfer[]> => one.transfersTo([address], recipient, block(0), block(3))
  isWell = false
  for (let time = 0; time < 3; time++) await expect(read()).rejects.toMatchObject({ code: 'network-unreachable' })
  isWell = true
  expect(amounts(await read())).toEqual([1n, 2n, 3n])
  expect(spans).toEqual([4n, 4n, 4n, 4n])
  expect(one.nodes()[0]).toMatchObject({ trouble: null })
})

it('splits the tokens over several filters for geth, and reads nothing without a token', async () => {
  const [usdc] = network.tokens
  const others = Array.from({ length: 1_200 }, (_, index) => numberToHex(index + 1, { size: 20 }))
  const sizes: number[] = []
  node.replace = (method, [filter]) => {
    if (method !== 'eth_getLogs') return null
    const addresses = [(filter as { address: Address | Address[] }).address].flat()
    sizes.push(addresses.length)
    return addresses.length > 1_000 ? { error: { code: -32_000, message: 'exceed max addresses' } } : null
  }
  const found = await chain.transfersFrom([...others, usdc.address], payer.address, block(0), block(3))
  expect(amounts(found)).toEqual([1n, 2n, 3n])
  expect(sizes).toEqual([500, 500, 201])
  expect(await chain.transfersFrom([], payer.address, block(0), block(3))).toEqual([])
  expect(await chain.approvalsBy([], payer.address, block(0), block(3))).toEqual([])
})

it('asks for larger ranges again some time after a refusal', async () => {
  const spans: bigint[] = []
  let refusals = 1
  node.replace = (method, [filter]) => {
    if (method !== 'eth_getLogs') return null
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    spans.push(BigInt(toBlock) - BigInt(fromBlock) + 1n)
    return refusals-- > 0 ? { error: { code: -32_000, message: 'Block range limit exceeded' } } : null
  }
  const one = open()
  const { address } = network.tokens[0]
  for (let time = 0; time < 2; time++) {
    expect(amounts(await one.transfersTo([address], recipient, block(0), block(3)))).toEqual([1n, 2n, 3n])
  }
  expect(spans).toEqual([4n, 2n, 2n, 4n])
})

it('fails for blocks that a node does not have yet, and never returns an empty list', async () => {
  const { address } = network.tokens[0]
  await expect(chain.transfersTo([address], recipient, block(0), block(3) + 10n)).rejects.toMatchObject({
    code: 'network-unreachable',
  })
})

it('names the transaction that a receipt shows', async () => {
  const [found] = await chain.transfersTo([network.tokens[0].address], recipient, block(0), block(0))
  const receipt = await vi.waitUntil(() => chain.receipt(found!.hash), soon)
  expect(receipt).toMatchObject({ succeeded: true, blockNumber: found!.blockNumber })
})

it('accepts hashes in capital letters, and rejects invalid ones', () => {
  const log = (transactionHash: string) =>
    toTransfer({
      transactionHash,
      logIndex: 0,
      address: recipient,
      blockNumber: 1n,
      args: { from: recipient, to: otherAddress, value: 1n },
    } as unknown as Parameters<typeof toTransfer>[0])
  expect(log(`0x${'AB'.repeat(32)}`).hash).toBe(`0x${'ab'.repeat(32)}`)
  expect(() => log('0x12')).toThrow('no hash')
})
