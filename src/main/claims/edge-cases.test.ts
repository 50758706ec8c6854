import { toHex, type Hex } from 'viem'
import { vi, afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestNode } from '../../testing/chain/node.ts'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { openEscrow, operate, type EscrowContracts } from '../../testing/purchases/escrow.ts'
import { payStep } from '../purchases/purchase-record.ts'
import { readPurchase } from '../purchases/purchase-repository.ts'
import { listOpenClaims, readClaim } from './claim-repository.ts'
import { buyFailing, recordsOf, withdrawElsewhere, type FailedPurchase } from '../../testing/claims/buy-failing.ts'
import { refusal } from '../../testing/refusal.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

/** Makes the operator decide a record, whatever the service says. */
const decide = async (contracts: EscrowContracts, { serviceId, recordId }: FailedPurchase, status: number) =>
  operate(sandbox, contracts['BandoFulfillmentManagerProxy'], 'registerERC20Fulfillment', [
    serviceId,
    { id: await recordId(), externalID: 'x', receiptURI: '', status },
  ])
const [FAILED, SUCCESS] = [0, 1]

describe('a refund that the escrow does not owe', () => {
  it('cannot be claimed before the escrow has decided, whatever the service says', async () => {
    const till = await sandbox.till()
    const bought = await buyFailing(sandbox, till, await openEscrow(sandbox, { escrow: '1.1', refunds: 'none' }))
    expect(await bought.find()).toMatchObject({ state: 'pending', amount: till.view(bought.id).totalAmount })
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'not-claimable'])
  })

  it('cannot be claimed for a delivered purchase, though router 1.1 would pay it from another refund', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { escrow: '1.1', refunds: 'none' })
    const [delivered, failed] = [await buyFailing(sandbox, till, contracts), await buyFailing(sandbox, till, contracts)]
    await decide(contracts, delivered, SUCCESS)
    await decide(contracts, failed, FAILED)
    expect(await delivered.authorized()).toBe(failed.total)
    expect((await delivered.find()).state).toBe('delivered')
    expect(await refusal(delivered.offer())).toEqual(['not-allowed', 'not-claimable'])
    expect((await failed.find()).state).toBe('ready')
    // Another program does what Till does not.
    await withdrawElsewhere(sandbox, till, contracts, [delivered.serviceId, await delivered.recordId()])
    expect((await failed.find()).state).toBe('withdrawn')
    expect(await refusal(failed.offer())).toEqual(['not-allowed', 'withdrawn'])
    expect(listOpenClaims(till.ledger)).toEqual([])
  })

  it.each([
    ['1.1', 'claim'],
    ['1', 'claim-sum'],
  ] as const)('is reported as withdrawn if another program withdrew it, in %s', async (_, refunds) => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds })
    const bought = await buyFailing(sandbox, till, contracts)
    await bought.until('ready')
    const { offerKey } = await bought.offer()
    till.tamper.transfersTo = async () => []
    const sum = [bought.serviceId, bought.token, till.address] as const
    await withdrawElsewhere(
      sandbox,
      till,
      contracts,
      refunds === 'claim' ? [bought.serviceId, await bought.recordId()] : sum,
    )
    expect((await bought.find()).state).toBe('withdrawn')
    expect(await refusal(till.spending.claims.confirm(offerKey, false))).toEqual(['not-allowed', 'withdrawn'])
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'withdrawn'])
    // The transfer is found like any refund.
    delete till.tamper.transfersTo
    await till.checkUntil(bought.id, ({ status }) => status === 'refunded')
    expect(till.view(bought.id).refund).toMatchObject({ state: 'seen', parts: [{ evidence: 'payee' }] })
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'claimed'])
  })

  it('cannot be claimed for a purchase with another payment method', async () => {
    const till = await sandbox.till()
    await sandbox.control('settings', { refunds: false, failAll: true }, 'PATCH')
    const { id } = await till.buy('harbour', 'usdc')
    await till.checkUntil(id, ({ status }) => status === 'failed')
    expect(await till.spending.claims.find(id)).toMatchObject({ state: 'none', amount: null, claim: null })
    expect(await refusal(till.spending.claims.offer(id))).toEqual(['not-allowed', 'not-claimable'])
  })
})

it.each(['1.1', '1'] as const)(
  'a refund is claimed though the node lost the payment’s receipt and logs, in %s',
  async (escrow) => {
    const node = await openTestNode(sandbox.rpcUrl('meadow'))
    const till = await sandbox.till({ rpcUrls: () => [node.url] })
    const contracts = await openEscrow(sandbox, { escrow, refunds: escrow === '1' ? 'claim-sum' : 'claim' })
    const bought = await buyFailing(sandbox, till, contracts)
    const { minedHash, blockNumber } = payStep(readPurchase(till.ledger, bought.id) ?? { steps: [] })
    const itsBlock = toHex(blockNumber ?? 0n)
    node.replace = (method, [first]) => {
      if (method === 'eth_getTransactionReceipt' && first === minedHash) return { result: null }
      const { fromBlock, toBlock } = (first ?? {}) as { fromBlock?: Hex; toBlock?: Hex }
      const isLost = method === 'eth_getLogs' && fromBlock === itsBlock && toBlock === itsBlock
      return isLost ? { result: [] } : null
    }
    await bought.until('ready')
    const claim = await bought.claim()
    await bought.claimed(claim.id, ({ isCounted }) => isCounted)
    node.replace = null
    await node.stop()
  },
)

describe('somebody else’s record', () => {
  it('is not claimed even if nodes return it: it must belong to this payment', async () => {
    const [till, stranger] = [await sandbox.till(), await sandbox.till()]
    const contracts = await openEscrow(sandbox, { refunds: 'claim' })
    const [bought, other] = [await buyFailing(sandbox, till, contracts), await buyFailing(sandbox, stranger, contracts)]
    await Promise.all([bought.until('ready'), other.until('ready')])
    const chain = till.chain('meadow')
    const recordId = await other.recordId()
    till.tamper.escrowDeposit = async (input) => {
      const found = await chain.escrowDeposit(input)
      return found && { ...found, recordId }
    }
    expect((await bought.find()).state).toBe('unread')
    till.tamper.escrowDeposit = async (input) => {
      const found = await chain.escrowDeposit(input)
      return found && { ...found, serviceId: found.serviceId + 1n }
    }
    expect((await bought.find()).state).toBe('unread')
    till.tamper.escrowDeposit = async (input) => {
      const found = await chain.escrowDeposit(input)
      return found && { ...found, vault: till.address }
    }
    expect((await bought.find()).state).toBe('unread')
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'not-claimable'])
    delete till.tamper.escrowDeposit
    till.tamper.escrowRefund = async (input) => {
      const found = await chain.escrowRefund(input)
      return found && { ...found, fee: found.fee + 1n }
    }
    expect((await bought.find()).state).toBe('unread')
    till.tamper.escrowRefund = async (input) => chain.escrowRefund({ ...input, recordId: 999n })
    expect((await bought.find()).state).toBe('unread')
    delete till.tamper.escrowRefund
    expect((await bought.find()).state).toBe('ready')
  })
})

describe('a router', () => {
  it.each(['claim', 'claim-sum'] as const)('that is paused still pays a refund to %s', async (refunds) => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds })
    const bought = await buyFailing(sandbox, till, contracts)
    await bought.until('ready')
    await operate(sandbox, contracts['BandoRouterProxy'], 'pause', [true])
    try {
      const { id } = await bought.claim()
      await bought.claimed(id, ({ isCounted }) => isCounted)
      expect(await bought.authorized()).toBe(0n)
    } finally {
      await operate(sandbox, contracts['BandoRouterProxy'], 'pause', [false])
    }
  })

  it('that refuses is reported, and nothing is signed', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds: 'claim' })
    const bought = await buyFailing(sandbox, till, contracts)
    await bought.until('ready')
    const { offerKey } = await bought.offer()
    // Replaces the code there with one that has neither call.
    await operate(sandbox, contracts['BandoRouterProxy'], 'upgradeTo', [contracts['FulfillableRegistry']])
    try {
      expect(await refusal(bought.offer())).toEqual(['simulation-failed', 'claiming'])
      expect(await refusal(till.spending.claims.confirm(offerKey, false))).toEqual(['quote-expired', 'fee'])
    } finally {
      await operate(sandbox, contracts['BandoRouterProxy'], 'upgradeTo', [contracts['BandoRouter']])
    }
    expect(listOpenClaims(till.ledger)).toEqual([])
    const { id } = await bought.claim()
    await bought.claimed(id, ({ isCounted }) => isCounted)
  })
})

describe('an upgraded escrow', () => {
  const upgrade = (contracts: EscrowContracts) => async (part: string, code: EscrowContracts) =>
    operate(sandbox, contracts[`${part}Proxy`], 'upgradeTo', [code[part]])
  const parts = ['BandoRouter', 'BandoERC20Fulfillable', 'BandoFulfillmentManager']

  it('between payment and claim pays by record what was paid into the sum', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { escrow: '1', deliverySeconds: 60 })
    const bought = await buyFailing(sandbox, till, contracts, { until: 'registered' })
    await openEscrow(sandbox, { refunds: 'claim' })
    await sandbox.control('clock', { advanceSeconds: 60 })
    await till.checkUntil(bought.id, ({ status }) => status === 'failed')
    await bought.until('ready')
    const { id } = await bought.claim()
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect(readClaim(till.ledger, id)?.recordId).toBe(await bought.recordId())
    expect(await till.untilSettled(bought.id)).toMatchObject({ status: 'refunded' })
  })

  it('between offer and consent is not signed for; between signing and block the claim reverts, and is made the other way', async () => {
    const till = await sandbox.till()
    const old = await openEscrow(sandbox, { refunds: 'claim-sum' })
    const bought = await buyFailing(sandbox, till, old)
    await bought.until('ready')
    const offer = await bought.offer()
    const renewed = await openEscrow(sandbox, { refunds: 'claim' })
    for (const part of parts) await upgrade(old)(part, renewed)
    expect(await refusal(till.spending.claims.confirm(offer.offerKey, false))).toEqual([
      'simulation-failed',
      'claiming',
    ])
    expect(listOpenClaims(till.ledger)).toEqual([])
    // By record now; the old code is back before a block contains it.
    await sandbox.control('chains/meadow', { action: 'pause-mining' })
    till.tamper.send = () => Promise.resolve(null)
    const first = await bought.claim()
    expect(readClaim(till.ledger, first.id)?.recordId).toBe(await bought.recordId())
    await sandbox.control('chains/meadow', { action: 'resume-mining' })
    for (const part of parts) await upgrade(old)(part, old)
    delete till.tamper.send
    await sandbox.rpc('meadow').sendRawTransaction({
      serializedTransaction: readClaim(till.ledger, first.id)?.step.signed[0]?.raw ?? '0x',
    })
    till.spending.claims.nudge()
    await bought.claimed(first.id, ({ state }) => state === 'reverted')
    expect(till.view(bought.id)).toMatchObject({ status: 'failed', refund: { state: 'none' } })
    expect(await bought.find()).toMatchObject({ state: 'ready', claim: { id: first.id, state: 'reverted' } })
    const second = await bought.claim()
    await bought.claimed(second.id, ({ isCounted }) => isCounted)
    expect(readClaim(till.ledger, second.id)?.recordId).toBeNull()
    expect(await till.untilSettled(bought.id)).toMatchObject({ status: 'refunded' })
  })
})

describe('a sum', () => {
  it('settles every purchase that it covers, and the next sum only later ones', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds: 'claim-sum' })
    const first = await buyFailing(sandbox, till, contracts)
    await first.until('ready')
    // The escrow of generation 1 accepts a second refund only while as much is still deposited.
    const third = await (async () => {
      await sandbox.control('settings', { deliverySeconds: 600 }, 'PATCH')
      return buyFailing(sandbox, till, contracts, { until: 'registered' })
    })()
    await sandbox.control('settings', { deliverySeconds: 0 }, 'PATCH')
    const second = await buyFailing(sandbox, till, contracts)
    await vi.waitUntil(async () => (await second.authorized()) === 2n * second.total, { timeout: 15_000 })
    expect(await recordsOf(sandbox, till, contracts)).toHaveLength(3)
    const before = await first.balance()
    const offer = await second.offer()
    expect(offer.purchaseIds).toEqual([second.id, first.id])
    const claim = await till.spending.claims.confirm(offer.offerKey, false)
    expect(await refusal(first.offer())).toEqual(['not-allowed', 'claimed'])
    expect(await first.find()).toMatchObject({ state: 'claiming', claim: { id: claim.id } })
    await second.claimed(claim.id, ({ isCounted }) => isCounted)
    expect((await first.balance()) - before).toBe(first.total + second.total)
    for (const { id } of [first, second]) {
      expect(await till.untilSettled(id)).toMatchObject({
        status: 'refunded',
        refund: { parts: [{ hash: claim.hash, evidence: 'claim' }] },
      })
    }
    await sandbox.control('clock', { advanceSeconds: 600 })
    await till.checkUntil(third.id, ({ status }) => status === 'failed')
    await third.until('ready')
    const last = await third.offer()
    expect(last.purchaseIds).toEqual([third.id])
    const { id } = await till.spending.claims.confirm(last.offerKey, false)
    await third.claimed(id, ({ isCounted }) => isCounted)
    expect(await till.untilSettled(third.id)).toMatchObject({ status: 'refunded' })
    expect(await third.authorized()).toBe(0n)
  })
})
