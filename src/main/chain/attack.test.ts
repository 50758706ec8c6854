import {
  encodeFunctionData,
  erc20Abi,
  keccak256,
  numberToHex,
  pad,
  parseGwei,
  toEventSelector,
  type Address,
} from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openChain } from './open-chain.ts'
import { openTestNetwork, type TestNetwork } from './test-network.ts'
import { openTestNode, type TestNode } from './test-node.ts'

let network: TestNetwork
let nodes: TestNode[]
beforeAll(async () => {
  network = await openTestNetwork()
  nodes = await Promise.all([1, 2, 3].map(() => openTestNode(network.rpcUrl)))
})
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()))
  await network?.stop()
})

it('one of two nodes cannot make a payment that reverted pass for one that succeeded', async () => {
  const [liar, honest] = nodes
  const account = await network.openPayer()
  const chain = openChain({
    chainId: network.chainId,
    rpcUrls: [liar!.url, honest!.url],
    finalityDepth: 2,
    timeoutMs: 2_000,
  })
  const token = network.tokens[0].address
  const to: Address = `0x${'5'.repeat(40)}`
  const nonce = await chain.pendingNonce(account.address)
  const raw = await account.signTransaction({
    ...{ type: 'eip1559', chainId: network.chainId, nonce, to: token, gas: 90_000n },
    ...{ maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('1') },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 10n ** 30n] }),
  })
  const hash = keccak256(raw)
  await chain.send(raw)
  const receipt = await vi.waitUntil(() => chain.receipt(hash), { timeout: 10_000 })
  expect(receipt).toMatchObject({ succeeded: false, isBacked: true })
  const { blockNumber, blockHash } = receipt!
  const log = {
    ...{ address: token, blockHash, blockNumber: numberToHex(blockNumber), transactionHash: hash },
    ...{ transactionIndex: '0x0', logIndex: '0x0', removed: false, data: pad(numberToHex(1n)) },
    topics: [toEventSelector('Transfer(address,address,uint256)'), pad(account.address), pad(to)],
  }
  liar!.judge = (method, params) => {
    if (method === 'eth_getLogs') return { result: [log] }
    if (method !== 'eth_getTransactionReceipt' || params[0] !== hash) return null
    const fields = { transactionHash: hash, blockHash, blockNumber: numberToHex(blockNumber), transactionIndex: '0x0' }
    const cost = { type: '0x2', cumulativeGasUsed: '0x5208', gasUsed: '0x5208', effectiveGasPrice: '0x1' }
    const rest = { from: account.address, to: token, contractAddress: null, logsBloom: `0x${'0'.repeat(512)}` }
    return { result: { ...fields, ...cost, ...rest, status: '0x1', logs: [log] } }
  }
  // They contradict each other: that says nothing.
  expect(await chain.receipt(hash)).toBeNull()
  // The search that follows must not believe the one either: `settleUsed` moves the step to mined on it, for ever.
  expect(await chain.nonceUse(account.address, nonce, [hash])).toMatchObject({ hash, emitted: false })
}, 30_000)
