import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { numberToHex, parseGwei, size, toFunctionSelector, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addL1Fee } from '../plan/add-l1-fee.ts'
import type { Chain } from '../chain.ts'
import { openChain } from '../open-chain.ts'
import { maxFeeUnits } from '../plan/plan-payment.ts'
import { planTransfer, priceNative } from '../plan/plan-transfer.ts'
import { feeOracles } from './read-l1-fee.ts'
import { findKnownChain } from '../registry/find-known-chain.ts'
import type { FeeKind, KnownChain } from '../registry/known-chain.ts'
import { openTestNetwork, type TestNetwork } from '../../../testing/chain/network.ts'
import { openTestNode, type ReplacementAnswer, type TestNode } from '../../../testing/chain/node.ts'

const account = privateKeyToAccount(generatePrivateKey())
const recipient: Address = `0x${'b7'.repeat(20)}`
let network: TestNetwork
let node: TestNode
let genesisHash: Hex

/** Deploys the contract with the oracle's interface at the rollups' own addresses. */
async function deployOracles(): Promise<void> {
  const file = join(import.meta.dirname, '../../../../resources/contracts/FeeOracle.json')
  const { bytecode } = JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex }
  // The creation call returns the runtime code.
  const code = await network.rpc<Hex>('eth_call', { data: bytecode }, 'latest')
  for (const address of Object.values(feeOracles)) await network.setCode(address, code)
}

const openAs = (feeKind: FeeKind, urls = [node.url]): Chain =>
  openChain({
    chainId: network.chainId,
    rpcUrls: urls,
    finalityDepth: undefined,
    known: { ...(findKnownChain(10) as KnownChain), chainId: network.chainId, genesisHash, feeKind },
  })

beforeAll(async () => {
  network = await openTestNetwork()
  await network.fund(account.address)
  genesisHash = (await network.rpc<{ hash: Hex }>('eth_getBlockByNumber', '0x0', false)).hash
  node = await openTestNode(network.rpcUrl)
  await deployOracles()
})
afterAll(async () => {
  await node?.stop()
})
afterEach(async () => {
  node.replace = null
  for (const address of Object.values(feeOracles)) {
    await network.setStorageAt(address, 0n, numberToHex(0, { size: 32 }))
  }
})

const raw: Hex = '0x02ff00ff'
const gas = 60_000n
/** Three bytes and one zero, as the oracle counts them. */
const DATA_FEE = parseGwei('3') + 1n
const OPERATOR_FEE = gas * 100n + 5_000n
const withTenth = (fee: bigint): bigint => (fee * 11n + 9n) / 10n

describe('a rollup’s fee in addition to gas', () => {
  it('on the OP Stack is the L1 data fee plus the operator fee of the whole gas limit, plus a tenth', async () => {
    expect(await openAs('op-stack').l1Fee(raw, gas)).toBe(withTenth(DATA_FEE + OPERATOR_FEE))
  })

  it('is the L1 data fee alone if there is no operator fee', async () => {
    await network.setStorageAt(feeOracles['op-stack']!, 0n, numberToHex(1, { size: 32 }))
    expect(await openAs('op-stack').l1Fee(raw, gas)).toBe(withTenth(DATA_FEE))
  })

  it('on Scroll is the L1 fee of its own oracle', async () => {
    expect(await openAs('scroll').l1Fee(raw, gas)).toBe(withTenth(DATA_FEE))
  })

  it.each(['plain', 'arbitrum', 'linea'] as const)('is zero without a request on a chain of kind %s', async (kind) => {
    node.calls.length = 0
    expect(await openAs(kind).l1Fee(raw, gas)).toBe(0n)
    expect(node.calls).not.toContain('eth_call')
  })

  it('is not guessed if the oracle does not answer', async () => {
    node.replace = (method) => (method === 'eth_call' ? { error: { code: 3, message: 'execution reverted' } } : null)
    await expect(openAs('op-stack').l1Fee(raw, gas)).rejects.toMatchObject({ code: 'network-unreachable' })
  })

  const operatorCall = toFunctionSelector('getOperatorFee(uint256)')
  /** Replaces only the answer to the operator fee question. */
  const answerOperator = (instead: ReplacementAnswer): void => {
    node.replace = (method, [call]) =>
      method === 'eth_call' && (call as { data: Hex }).data.startsWith(operatorCall) ? instead : null
  }

  it.each<[string, ReplacementAnswer]>([
    ['nothing', { result: '0x' }],
    ['a revert without a reason', { error: { code: 3, message: 'execution reverted' } }],
  ])('is the L1 data fee alone if the operator fee question gets %s', async (_, instead) => {
    answerOperator(instead)
    expect(await openAs('op-stack').l1Fee(raw, gas)).toBe(withTenth(DATA_FEE))
  })

  it.each([
    [-32_000, 'header not found'],
    [-32_000, 'missing trie node'],
    [-32_602, 'invalid argument 0'],
    [-32_603, 'internal error'],
  ])('is not lowered if a node answers the operator fee question with %s "%s"', async (code, message) => {
    answerOperator({ error: { code, message } })
    await expect(openAs('op-stack').l1Fee(raw, gas)).rejects.toMatchObject({ code: 'network-unreachable' })
  })

  it('is the median of the nodes’ answers', async () => {
    const liars = [await openTestNode(network.rpcUrl), await openTestNode(network.rpcUrl)] as const
    liars[0].replace = (method) => (method === 'eth_call' ? { result: numberToHex(1, { size: 32 }) } : null)
    liars[1].replace = (method) => (method === 'eth_call' ? { result: numberToHex(2n ** 200n, { size: 32 }) } : null)
    const chain = openAs('op-stack', [node.url, ...liars.map((one) => one.url)])
    expect(await chain.l1Fee(raw, gas)).toBe(withTenth(DATA_FEE + OPERATOR_FEE))
    await Promise.all(liars.map((one) => one.stop()))
  })
})

describe('a planned transaction', () => {
  it('is priced as complete and signed, never as zeros', async () => {
    const calls: Hex[] = []
    const { chainId } = network
    const chain = { chainId, l1Fee: async (bytes: Hex) => calls.push(bytes) && 7n } as unknown as Chain
    const step = { to: recipient, data: '0x' as Hex, value: 5n, gas, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n }
    expect(await addL1Fee(chain, step)).toEqual({ ...step, l1Fee: 7n })
    const { gas: _gas, ...rest } = step
    const real = await account.signTransaction({ type: 'eip1559', chainId, nonce: 7, gas, ...rest })
    const [priced = '0x' as Hex] = calls
    expect(size(priced)).toBeGreaterThanOrEqual(size(real))
    expect(size(priced)).toBeLessThan(size(real) + 8)
    expect(priced.match(/00/g)?.length ?? 0).toBeLessThan(10)
  })

  it.each(['op-stack', 'scroll'] as const)(
    'that sends the whole balance leaves, on %s, exactly the fee that the oracle asks for it',
    async (kind) => {
      const chain = openAs(kind)
      const own = { maxFeePerGas: parseGwei('2'), maxPriorityFeePerGas: 1n }
      // The full amount has two zero bytes, and the remainder has none.
      const all = 10n ** 18n
      const priced = await priceNative(chain, account.address, recipient, all, own)
      const transfer = { token: null, recipient, units: all - maxFeeUnits([{ ...own, ...priced }]) }
      const step = await planTransfer(chain, account.address, transfer, own, priced)
      expect(transfer.units + maxFeeUnits([step])).toBe(all)
      const calls = await planTransfer(chain, account.address, transfer, own)
      expect(calls.l1Fee).toBeGreaterThan(parseGwei('90'))
      expect([calls.gas, calls.l1Fee <= step.l1Fee]).toEqual([step.gas, true])
    },
  )
})

describe('the receipt of a rollup', () => {
  it.each([
    ['l1Fee, added to its gas', { l1Fee: '0x3e8' }, 1_000n],
    ['gasUsedForL1, included in its gas', { gasUsedForL1: '0x3e8' }, 0n],
    ['neither of them', {}, 0n],
    ['an invalid number', { l1Fee: 'much' }, 0n],
  ])('with %s costs that much more', async (_, extra, more) => {
    const chain = openAs('op-stack')
    const fees = { maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('5') }
    const nonce = await chain.pendingNonce(account.address)
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: network.chainId,
      nonce,
      to: recipient,
      value: 1n,
      gas: 21_000n,
      ...fees,
    })
    const hash = await network.rpc<Hex>('eth_sendRawTransaction', signed)
    const plain = await expect
      .poll(() => network.rpc<Record<string, Hex> | null>('eth_getTransactionReceipt', hash), { timeout: 10_000 })
      .not.toBeNull()
      .then(() => network.rpc<Record<string, Hex>>('eth_getTransactionReceipt', hash))
    node.replace = (method) => (method === 'eth_getTransactionReceipt' ? { result: { ...plain, ...extra } } : null)
    const gasFee = BigInt(plain['gasUsed'] ?? 0) * BigInt(plain['effectiveGasPrice'] ?? 0)
    expect(await chain.receipt(hash)).toMatchObject({ fee: gasFee + more, l1Fee: more })
  })
})
