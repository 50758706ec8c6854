import { isAddressEqual } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readPurchase } from '../purchase-repository.ts'
import type { Choice } from '../quote/offer.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { chooseEscrow, openEscrow as open, operate, type EscrowContracts } from '../../../testing/purchases/escrow.ts'
import { expectNothing } from '../../../testing/purchases/nothing-stored.ts'
import type { TokenKey } from '../../../testing/purchases/sandbox-controls.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const openEscrow = (escrow: '1' | '1.1') => open(sandbox, { escrow })
const choose = (till: TestTill, contracts: EscrowContracts, token: TokenKey = 'usdc') =>
  chooseEscrow(sandbox, till, contracts, { token })
const offerOf = (till: TestTill, choice: Choice) => till.purchases.quote(till.service, choice, null)

describe.each(['1', '1.1'] as const)('a purchase through the escrow of generation %s', (generation) => {
  it.each(['usdc', 'usdt'] as const)(
    'with %s pays exactly amount and fee, stores its record number and is delivered',
    async (token) => {
      const till = await sandbox.till()
      const contracts = await openEscrow(generation)
      const choice = await choose(till, contracts, token)
      const offer = await offerOf(till, choice)
      expect(offer.problems).toEqual([])
      expect(offer.payment).toMatchObject({
        shape: 'router',
        recipient: contracts['BandoRouterProxy'],
        steps: ['approve', 'pay'],
        simulated: true,
        amount: offer.totalAmount,
        recipientIs: 'first-named',
      })
      const [rpc, coin] = [sandbox.rpc('meadow'), choice.token.address]
      const before = await till.chain('meadow').tokenBalance(coin, till.address)
      const { id } = await till.confirm(offer)
      expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
      const record = readPurchase(till.ledger, id)
      const paid = record?.terms.payment
      expect(before - (await till.chain('meadow').tokenBalance(coin, till.address))).toBe(paid?.units)
      expect(paid?.escrow).toMatchObject({
        serviceId: String(choice.product.evmServiceId),
        vault: contracts['BandoERC20FulfillableProxy'],
      })
      expect(BigInt(paid?.escrow?.units ?? 0) + BigInt(paid?.escrow?.fee ?? 0)).toBe(paid?.units)
      const { payments } = await sandbox.witness(till.address)
      expect(payments.map(({ units }) => BigInt(units))).toEqual([paid?.units])
      // No allowance is left, and only the router ever had one.
      for (const contract of Object.values(contracts)) {
        expect(await till.chain('meadow').allowance(coin, till.address, contract)).toBe(0n)
      }
      const approved = record?.steps.find(({ kind }) => kind === 'approve')?.minedHash
      const receipt = await rpc.getTransactionReceipt({ hash: approved ?? '0x' })
      expect(isAddressEqual(receipt.to ?? '0x', coin)).toBe(true)
      expect(receipt.logs[0]?.topics[2]?.toLowerCase()).toContain(contracts['BandoRouterProxy']?.slice(2).toLowerCase())
    },
  )
})

describe('a payment into an escrow', () => {
  it('is refused if its fee cannot be read, or is not the rest of the total', async () => {
    const till = await sandbox.till()
    const choice = await choose(till, await openEscrow('1.1'))
    const why = async () => (await offerOf(till, choice)).problems
    till.tamper.escrowShares = async () => null
    expect(await why()).toEqual([{ problem: 'request-refused', blocking: true, detail: 'fee-unread' }])
    till.tamper.escrowShares = async () => ({ service: 150, token: 1 })
    expect(await why()).toEqual([{ problem: 'request-refused', blocking: true, detail: 'wrong-fee', about: '5.0755' }])
    delete till.tamper.escrowShares
    const { escrow } = choice.network
    const unnamed = { ...choice, network: { ...choice.network, escrow: escrow && { ...escrow, registry: null } } }
    expect((await offerOf(till, unnamed)).problems).toMatchObject([{ detail: 'fee-unread' }])
    await expectNothing(sandbox, till)
  })

  it('is refused for another product, from a bare implementation, and by another contract of the escrow', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow('1')
    const choice = await choose(till, contracts)
    const other = { ...choice, product: { ...choice.product, evmServiceId: 1 } }
    expect((await offerOf(till, other)).problems).toMatchObject([{ detail: 'other-product' }])
    for (const name of ['BandoRouter', 'BandoERC20FulfillableProxy', 'FulfillableRegistryProxy']) {
      await sandbox.control('quotes', { transactionRequest: { to: contracts[name] } })
      expect((await offerOf(till, choice)).problems).toMatchObject([{ detail: 'unknown-call' }])
    }
    await expectNothing(sandbox, till)
  })

  it('does not count as one if the network names no escrow', async () => {
    const till = await sandbox.till()
    await openEscrow('1')
    const offer = await offerOf(till, till.choice('meadow', 'usdc'))
    expect(offer.problems).toMatchObject([{ detail: 'unknown-call' }])
  })

  it.each(['BandoERC20FulfillableProxy', 'BandoRouterProxy', 'FulfillableRegistry'])(
    'is refused if the coins are only sent to %s, which would keep no record of them',
    async (name) => {
      const till = await sandbox.till()
      const contracts = await openEscrow('1.1')
      const choice = await choose(till, contracts)
      await sandbox.control('quotes', { call: { kind: 'transfer', to: contracts[name] } })
      expect((await offerOf(till, choice)).problems).toMatchObject([{ detail: 'bad-recipient' }])
      await expectNothing(sandbox, till)
    },
  )

  it.each([
    ['less', 10],
    ['more', 300],
  ])('is not signed if its contract takes %s than at the time of the quote', async (_, feeBps) => {
    const till = await sandbox.till()
    const contracts = await openEscrow('1.1')
    const choice = await choose(till, contracts)
    const offer = await offerOf(till, choice)
    expect(offer.problems).toEqual([])
    await setFee(contracts, choice, feeBps)
    await expect(till.confirm(offer)).rejects.toMatchObject(feeChanged)
    await expectNothing(sandbox, till)
  })

  it('is not signed at another fee if no node can simulate it', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow('1')
    const choice = await choose(till, contracts)
    till.tamper.simulate = async () => null
    const offer = await offerOf(till, choice)
    await setFee(contracts, choice, 10)
    await expect(till.confirm(offer, { acceptNotSimulated: true })).rejects.toMatchObject(feeChanged)
    await expectNothing(sandbox, till)
  })

  it('is not signed if its fee can no longer be read', async () => {
    const till = await sandbox.till()
    const offer = await offerOf(till, await choose(till, await openEscrow('1.1')))
    till.tamper.escrowShares = async () => null
    const unread = { code: 'quote-refused', details: { reason: 'fee-unread' } }
    await expect(till.confirm(offer)).rejects.toMatchObject(unread)
    await expectNothing(sandbox, till)
  })

  it('is simulated like any other: one that takes less than it should is not signed', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow('1.1')
    const choice = await choose(till, contracts)
    const offer = await offerOf(till, choice)
    expect(offer.problems).toEqual([])
    await setFee(contracts, choice, 10)
    // The nodes still return the offer's fee.
    till.tamper.escrowShares = async () => ({ service: 150, token: 0 })
    await expect(till.confirm(offer)).rejects.toMatchObject({ details: { reason: 'unexpected-changes' } })
    await expectNothing(sandbox, till)
  })

  it('is refused if the profile names only other calls, and the network’s usual router is paid as before', async () => {
    const routerCalls = ['function pay(address token, uint256 amount, uint256 quoteId)']
    const till = await sandbox.till({ profile: { routerCalls } })
    expect((await offerOf(till, till.choice('meadow', 'usdc'))).problems).toEqual([])
    const escrowed = await choose(till, await openEscrow('1.1'))
    expect((await offerOf(till, escrowed)).problems).toMatchObject([{ detail: 'unknown-call' }])
  })
})

const feeChanged = { code: 'quote-changed', details: { reason: 'escrow-fee' } }

/** Changes the service's fee for a product, in hundredths of a percent. */
async function setFee(contracts: EscrowContracts, { product }: Choice, feeBps: number): Promise<void> {
  const owner = sandbox.treasury('meadow')
  const args = [BigInt(product.evmServiceId ?? 0), owner, owner, feeBps]
  await operate(sandbox, contracts['FulfillableRegistryProxy'], 'putService', args)
}
