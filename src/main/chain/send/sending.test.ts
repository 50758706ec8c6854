import { keccak256, parseEther, type Address, type Hash, type Hex, type TransactionSerializableEIP1559 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SendRefusal } from '../../../shared/purchases/state.ts'
import { planBumps } from '../../engine/fees/plan-bump.ts'
import type { Chain } from '../chain.ts'
import { openChain } from '../open-chain.ts'
import { planTransfer, transferCall } from '../plan/plan-transfer.ts'
import { openTestNetwork, type TestNetwork } from '../../../testing/chain/network.ts'
import { signedStep } from '../../../testing/engine/signed-step.ts'

type Parts = Partial<TransactionSerializableEIP1559>

interface Sent {
  readonly raw: Hex
  readonly hash: Hash
}

const recipient: Address = `0x${'b7'.repeat(20)}`
const FIVE = 5_000_000n
let network: TestNetwork
let chain: Chain
let payer: PrivateKeyAccount
/** The payer's next nonce. */
let nonce: number

// Blocks are made only on request, so that pending transactions stay visible.
beforeAll(async () => {
  network = await openTestNetwork()
  chain = openChain({ chainId: network.chainId, rpcUrls: [network.rpcUrl], finalityDepth: 2 })
  await network.pauseMining()
})
afterAll(async () => {
  await network?.resumeMining()
})

beforeEach(async () => {
  payer = await network.openPayer()
  nonce = 1
})

const usdc = (): Address => network.tokens[0].address
const held = (): Promise<bigint> => chain.tokenBalance(usdc(), payer.address)
const usedNonces = async (): Promise<number> => (await chain.minedNonce(payer.address)).nonce

async function sign(parts: Parts): Promise<Sent> {
  const common = { type: 'eip1559', chainId: network.chainId, nonce, to: recipient, gas: 21_000n } as const
  const raw = await payer.signTransaction({ ...common, ...(await chain.fees()), ...parts })
  return { raw, hash: keccak256(raw) }
}

/** Signs Till's plan for a transfer of 5 USDC. */
async function signTransfer(): Promise<Sent> {
  const transfer = { token: usdc(), recipient, units: FIVE }
  const {
    kind: _kind,
    sends: _sends,
    l1Fee: _l1Fee,
    ...call
  } = await planTransfer(chain, payer.address, transfer, await chain.fees())
  return sign(call)
}

/** Signs Till's replacement for a pending transaction. */
async function signBump({ raw, hash }: Sent, action: 'speed-up' | 'cancel'): Promise<Sent> {
  const step = signedStep({ kind: 'send', nonce, signed: [{ raw, hash, purpose: 'original' }] })
  const [bump] = await planBumps(chain, payer.address, [step], action, await chain.fees())
  const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } = bump!.plan
  return sign({ to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas })
}

describe('a payment', () => {
  it('is pending without a receipt, and then mined in the block at its height', async () => {
    const before = await held()
    const { raw, hash } = await signTransfer()
    expect(await chain.send(raw)).toBeNull()
    expect(await chain.receipt(hash)).toBeNull()
    expect(await chain.nonceUse(payer.address, nonce, [hash])).toBeNull()
    expect(await usedNonces()).toBe(nonce)
    expect(await chain.pendingNonce(payer.address)).toBe(network.traits.countsPending ? nonce + 1 : nonce)
    await network.mine()
    const receipt = await chain.receipt(hash)
    const block = await network.rpc<{ hash: Hash; number: Hex }>('eth_getBlockByNumber', 'latest', false)
    expect(receipt).toMatchObject({ hash, succeeded: true, blockHash: block.hash, blockNumber: BigInt(block.number) })
    expect(receipt?.fee).toBeGreaterThan(0n)
    expect(await chain.minedNonce(payer.address)).toMatchObject({ nonce: nonce + 1, at: { hash: block.hash } })
    expect(await chain.pendingNonce(payer.address)).toBe(nonce + 1)
    expect(await held()).toBe(before - FIVE)
  })

  it('is accepted every time it is sent, and mined once', async () => {
    const before = await held()
    const { raw, hash } = await signTransfer()
    expect([await chain.send(raw), await chain.send(raw), await chain.send(raw)]).toEqual([null, null, null])
    await network.mine()
    expect([await usedNonces(), await held()]).toEqual([nonce + 1, before - FIVE])
    expect(await chain.receipt(hash)).toMatchObject({ succeeded: true })
  })

  it('sent again after it was mined is not refused, and its nonce stays its own', async () => {
    const before = await held()
    const { raw, hash } = await signTransfer()
    await chain.send(raw)
    await network.mine()
    expect(await chain.send(raw)).toBeNull()
    await network.mine()
    expect(await chain.nonceUse(payer.address, nonce, [hash])).toMatchObject({ hash, emitted: true })
    if (!network.traits.runsUsedNonces) expect(await held()).toBe(before - FIVE)
  })

  it('waits for an earlier one, and both are mined in order', async () => {
    const later = await sign({ nonce: nonce + 1, value: 2n })
    expect([null, 'waits-for-earlier']).toContain(await chain.send(later.raw))
    await network.mine()
    expect(await chain.receipt(later.hash)).toBeNull()
    expect(await chain.pendingNonce(payer.address)).toBe(nonce)
    const earlier = await sign({ value: 1n })
    expect(await chain.send(earlier.raw)).toBeNull()
    await chain.send(later.raw)
    await network.mine()
    expect(await chain.receipt(earlier.hash)).toMatchObject({ succeeded: true })
    expect(await chain.receipt(later.hash)).toMatchObject({ succeeded: true })
    expect(await usedNonces()).toBe(nonce + 2)
  })
})

describe('a replacement', () => {
  it('for the same fee is refused as too low, and the first one is mined', async () => {
    const first = await sign({ value: 1n })
    await chain.send(first.raw)
    const second = await sign({ value: 2n })
    expect(await chain.send(second.raw)).toBe(network.traits.sameFeeReplacement)
    await network.mine()
    expect(await chain.receipt(first.hash)).toMatchObject({ succeeded: true })
    expect(await chain.receipt(second.hash)).toBeNull()
  })

  it('for 5 % more is too low on every node but Anvil', async () => {
    const { maxFeePerGas, maxPriorityFeePerGas } = await chain.fees()
    const more = (fee: bigint): bigint => (fee * 105n) / 100n
    const first = await sign({ value: 1n, maxFeePerGas, maxPriorityFeePerGas })
    await chain.send(first.raw)
    const fees = { maxFeePerGas: more(maxFeePerGas), maxPriorityFeePerGas: more(maxPriorityFeePerGas) }
    const { raw } = await sign({ value: 2n, ...fees })
    const { needsTenPercent, sameFeeReplacement } = network.traits
    expect(await chain.send(raw)).toBe(needsTenPercent ? sameFeeReplacement : null)
  })

  it('made by Till’s speed-up is mined instead, and its nonce shows it', async () => {
    const before = await held()
    const first = await signTransfer()
    await chain.send(first.raw)
    const faster = await signBump(first, 'speed-up')
    expect(await chain.send(faster.raw)).toBeNull()
    await network.mine()
    expect(await chain.receipt(first.hash)).toBeNull()
    expect(await chain.receipt(faster.hash)).toMatchObject({ succeeded: true })
    expect(await held()).toBe(before - FIVE)
    const use = { hash: faster.hash, isBacked: true }
    expect(await chain.nonceUse(payer.address, nonce, [first.hash, faster.hash])).toMatchObject({
      ...use,
      emitted: true,
    })
    // The caller does not know this hash, and finds it in the block.
    expect(await chain.nonceUse(payer.address, nonce, [first.hash])).toMatchObject({ ...use, emitted: false })
  })

  it('made by Till’s cancel is mined instead, and nothing is paid', async () => {
    const before = await held()
    const first = await signTransfer()
    await chain.send(first.raw)
    const cancel = await signBump(first, 'cancel')
    expect(await chain.send(cancel.raw)).toBeNull()
    await network.mine()
    expect(await chain.receipt(first.hash)).toBeNull()
    expect(await chain.receipt(cancel.hash)).toMatchObject({ succeeded: true })
    expect(await held()).toBe(before)
    expect(await chain.nonceUse(payer.address, nonce, [first.hash, cancel.hash])).toMatchObject({ hash: cancel.hash })
  })

  it('unblocks a payment below the base fee, unless a node refuses it', async () => {
    const cheap = await sign({ value: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })
    const answer = await chain.send(cheap.raw)
    expect(answer).toBe(network.traits.keepsFeeBelowBase ? null : 'fee-too-low')
    await network.mine()
    expect(await chain.receipt(cheap.hash)).toBeNull()
    expect(await usedNonces()).toBe(nonce)
    const faster = await signBump(cheap, 'speed-up')
    expect(await chain.send(faster.raw)).toBeNull()
    await network.mine()
    expect(await chain.receipt(faster.hash)).toMatchObject({ succeeded: true })
  })
})

describe('gas', () => {
  it('is the node’s estimate for a transfer, and unknown for a call that would revert', async () => {
    const toAccount = { to: recipient, data: '0x', value: 1n } as const
    expect(await chain.estimateGas(payer.address, toAccount)).toBe(network.traits.plainTransferGas)
    const tooMuch = transferCall({ token: usdc(), recipient, units: 10n ** 30n })
    expect(await chain.estimateGas(payer.address, tooMuch)).toBeNull()
  })
})

describe('a refusal', () => {
  it.each<[string, Parts, SendRefusal]>([
    ['more than the balance', { value: parseEther('1000') }, 'insufficient-funds'],
    ['too little gas', { gas: 20_000n }, 'gas-too-low'],
    ['more gas than a block has', { gas: 100_000_000n, maxFeePerGas: 5_000_000_000n }, 'gas-too-high'],
  ])('of %s is recognised as that, and leaves the nonce free', async (_, parts, refusal) => {
    const { raw, hash } = await sign(parts)
    expect(await chain.send(raw)).toBe(refusal)
    await network.mine()
    expect(await chain.receipt(hash)).toBeNull()
    expect(await usedNonces()).toBe(nonce)
    const next = await sign({ value: 1n })
    expect(await chain.send(next.raw)).toBeNull()
    await network.mine()
    expect(await chain.receipt(next.hash)).toMatchObject({ succeeded: true })
  })

  it('for another chain’s transaction means only that, and an invalid one means nothing', async () => {
    const { raw } = await sign({ chainId: 1 })
    expect(['not-valid-here', null]).toContain(await chain.send(raw))
    expect(await chain.send('0x02ff')).toBeNull()
    await network.mine()
    expect(await usedNonces()).toBe(nonce)
  })

  it('of a used nonce means nothing, and the nonce stays with its transaction', async () => {
    const first = await sign({ value: 1n })
    await chain.send(first.raw)
    await network.mine()
    const late = await sign({ value: 2n })
    expect(await chain.send(late.raw)).toBeNull()
    await network.mine()
    if (network.traits.runsUsedNonces) return
    expect(await chain.receipt(late.hash)).toBeNull()
    expect(await chain.nonceUse(payer.address, nonce, [late.hash])).toMatchObject({ hash: first.hash, isBacked: true })
  })
})
