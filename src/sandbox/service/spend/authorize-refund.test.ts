import { encodeFunctionData, type Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { escrowAbi } from '../../chains/escrow-abi.ts'
import { startSandbox, type Sandbox } from '../../start-sandbox.ts'
import { ask, createBuyer, type Buyer } from '../../testing/buyer.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => ask(sandbox, '/_control/reset', { json: {} }))

const set = (json: object) => ask(sandbox, '/_control/settings', { json, method: 'PATCH' })

/** Buys a failing product on Meadow; returns the total and the product's service id in the escrow. */
async function buyFailing(buyer: Buyer): Promise<{ total: bigint; serviceId: bigint }> {
  const before = await buyer.balance('USDC')
  const quote = await buyer.quote('sandbox_US_5.00-I')
  const body = buyer.registration(quote, await buyer.pay(quote), { reference: 'a@example.com' })
  const { status } = await buyer.register(body)
  if (status !== 201) throw new Error('Not registered')
  const serviceId = BigInt(sandbox.service.catalog.find(quote.sku)?.evmServiceId ?? 0)
  return { total: before - (await buyer.balance('USDC')), serviceId }
}

const escrowOf = ({ chain }: Buyer) => {
  if (!chain.contracts.escrow) throw new Error('Meadow has no escrow')
  return chain.contracts.escrow
}
const waitingFor = (buyer: Buyer, serviceId: bigint): Promise<bigint> =>
  buyer.chain.client.readContract({
    address: escrowOf(buyer).vault,
    abi: escrowAbi,
    functionName: 'getERC20RefundsFor' as const,
    args: [buyer.token('USDC'), buyer.address, serviceId],
  })
const recordsOf = (buyer: Buyer): Promise<readonly bigint[]> =>
  buyer.chain.client.readContract({
    address: escrowOf(buyer).vault,
    abi: escrowAbi,
    functionName: 'recordsOf' as const,
    args: [buyer.address],
  })
const withdraw = async (buyer: Buyer, args: readonly [bigint, bigint] | readonly [bigint, Address, Address]) => {
  const data = encodeFunctionData({ abi: escrowAbi, functionName: 'withdrawERC20Refund', args } as never)
  await buyer.send({ to: escrowOf(buyer).router, data })
  await buyer.mine(1)
}

describe.each(['claim', 'claim-sum'] as const)('with refunds by %s, a failed purchase', (refunds) => {
  it('stays in the escrow for its payer, and is not pushed', async () => {
    await set({ refunds, deliverySeconds: 0, pricesFrozen: true })
    const buyer = createBuyer(sandbox, 'meadow')
    await buyer.fill()
    const before = await buyer.balance('USDC')
    const { total, serviceId } = await buyFailing(buyer)
    await vi.waitFor(async () => expect(await waitingFor(buyer, serviceId)).toBe(total), { timeout: 10_000 })
    expect(await buyer.balance('USDC')).toBe(before - total)
    const [id = 0n] = await recordsOf(buyer)
    await withdraw(buyer, refunds === 'claim' ? [serviceId, id] : [serviceId, buyer.token('USDC'), buyer.address])
    expect(await buyer.balance('USDC')).toBe(before)
    const path = `/_control/ledger?wallet=${buyer.address}`
    await vi.waitFor(
      async () => {
        expect((await ask(sandbox, path)).body).toMatchObject({
          refunds: [{ symbol: 'USDC', units: total.toString() }],
          registrations: [{ status: 'FAILED', refund: 'mined' }],
        })
      },
      { timeout: 20_000 },
    )
  })
})

describe('an escrow of generation 1', () => {
  it('authorizes a second refund only after the first is claimed, and the sandbox waits for that', async () => {
    await set({ refunds: 'claim-sum', deliverySeconds: 0, pricesFrozen: true })
    const buyer = createBuyer(sandbox, 'meadow')
    await buyer.fill()
    const { total, serviceId } = await buyFailing(buyer)
    await vi.waitFor(async () => expect(await waitingFor(buyer, serviceId)).toBe(total), { timeout: 10_000 })
    await buyFailing(buyer)
    const states = async () => {
      const { registrations } = (await ask(sandbox, `/_control/ledger?wallet=${buyer.address}`)).body
      return (registrations as { status: string; refund: string }[]).map(({ status, refund }) => `${status} ${refund}`)
    }
    await vi.waitFor(async () => expect(await states()).toEqual(['FAILED due', 'FAILED mined']), { timeout: 10_000 })
    expect(await waitingFor(buyer, serviceId)).toBe(total)
    await withdraw(buyer, [serviceId, buyer.token('USDC'), buyer.address])
    await vi.waitFor(async () => expect(await waitingFor(buyer, serviceId)).toBe(total), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await states()).toEqual(['FAILED mined', 'FAILED mined']), { timeout: 10_000 })
  })

  it('that becomes 1.1 after the payment refunds by record', async () => {
    await set({ escrow: '1', deliverySeconds: 60, pricesFrozen: true })
    const buyer = createBuyer(sandbox, 'meadow')
    await buyer.fill()
    const before = await buyer.balance('USDC')
    const { total, serviceId } = await buyFailing(buyer)
    await set({ refunds: 'claim' })
    await ask(sandbox, '/_control/clock', { json: { advanceSeconds: 60 } })
    await vi.waitFor(async () => expect(await waitingFor(buyer, serviceId)).toBe(total), { timeout: 10_000 })
    const [id = 0n] = await recordsOf(buyer)
    await withdraw(buyer, [serviceId, id])
    expect(await buyer.balance('USDC')).toBe(before)
  })
})
