import { toFunctionSelector, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { openEscrow, type EscrowContracts } from '../../testing/purchases/escrow.ts'
import { hasOpenClaims, listOpenClaims, listUncounted, readClaim } from './claim-repository.ts'
import { lieAboutCall, lieAboutRecord, openDishonestNode } from '../../testing/claims/dishonest-node.ts'
import { buyFailing, type FailedPurchase } from '../../testing/claims/buy-failing.ts'
import { refusal } from '../../testing/refusal.ts'
import { soon } from '../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

interface ReadyRefund {
  readonly till: TestTill
  readonly contracts: EscrowContracts
  readonly bought: FailedPurchase
}

/** A refund ready to be claimed. */
async function readyRefund(
  refunds: 'claim' | 'claim-sum' = 'claim',
  options: Parameters<TestSandbox['till']>[0] = {},
): Promise<ReadyRefund> {
  const till = await sandbox.till(options)
  const contracts = await openEscrow(sandbox, { refunds })
  const bought = await buyFailing(sandbox, till, contracts)
  await bought.until('ready')
  return { till, contracts, bought }
}
const nonceOf = (till: TestTill): Promise<number> =>
  sandbox.rpc('meadow').getTransactionCount({ address: till.address })
const stepOf = (till: TestTill, id: string) => readClaim(till.ledger, id)?.step

describe.each(['claim', 'claim-sum'] as const)('a refund to %s', (refunds) => {
  it('survives a crash between commit and sending: a locked Till sends the same bytes once', async () => {
    const { till, bought } = await readyRefund(refunds)
    const [before, held] = [await nonceOf(till), await bought.balance()]
    const sent: Hex[] = []
    till.tamper.send = () => new Promise(() => undefined)
    const { id } = await bought.claim()
    expect(stepOf(till, id)).toMatchObject({ state: 'signed', nonce: before })
    till.kill()
    const { send } = till.chain('meadow')
    till.tamper.send = (raw) => {
      sent.push(raw)
      return send(raw)
    }
    till.state.locked = true
    till.restart()
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'claimed'])
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect(new Set(sent)).toEqual(new Set([stepOf(till, id)?.signed[0]?.raw]))
    expect([await nonceOf(till), (await bought.balance()) - held]).toEqual([before + 1, bought.total])
    expect(await till.untilSettled(bought.id)).toMatchObject({
      status: 'refunded',
      refund: { parts: [{ evidence: 'claim' }] },
    })
  })

  it('survives a crash between its last block and the purchase that it settles', async () => {
    const { till, bought } = await readyRefund(refunds)
    till.tamper.transfersTo = async () => []
    till.tamper.escrowWithdrawals = async () => []
    const { id } = await bought.claim()
    await bought.claimed(id, ({ state }) => state === 'final')
    // No node shows the transfer: it is not counted, and not claimed again.
    expect(listUncounted(till.ledger)).toEqual([id])
    expect(hasOpenClaims(till.ledger, till.service.profileId)).toBe(true)
    expect(till.view(bought.id)).toMatchObject({ status: 'failed', refund: { state: 'none' } })
    expect(await bought.find()).toMatchObject({ state: 'claiming', claim: { isCounted: false } })
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'claimed'])
    till.kill()
    delete till.tamper.transfersTo
    delete till.tamper.escrowWithdrawals
    till.restart()
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect(await till.untilSettled(bought.id)).toMatchObject({
      status: 'refunded',
      refund: { parts: [{ evidence: 'claim' }] },
    })
    expect([listUncounted(till.ledger), hasOpenClaims(till.ledger, till.service.profileId)]).toEqual([[], false])
  })
})

describe('what came', () => {
  it('needs the user if no node returns it for too long, until one does', async () => {
    const { till, bought } = await readyRefund()
    till.tamper.transfersTo = async () => []
    till.tamper.escrowWithdrawals = async () => []
    const { id } = await bought.claim()
    await bought.claimed(id, ({ state }) => state === 'final')
    const asks = (): boolean => till.spending.attention().some((one) => one.about === 'claim' && one.claim.id === id)
    till.spending.claims.nudge()
    expect(asks()).toBe(false)
    till.clock.monotonicSkewMs += 24 * 60 * 60_000
    await vi.waitFor(
      () => {
        till.spending.claims.nudge()
        expect(asks()).toBe(true)
      },
      { ...soon, interval: 200 },
    )
    expect(till.spending.claims.get(id)).toMatchObject({ state: 'final', isOverdue: true, isCounted: false })
    delete till.tamper.transfersTo
    till.spending.claims.nudge()
    await bought.claimed(id, ({ isCounted, isOverdue }) => isCounted && !isOverdue)
    expect(asks()).toBe(false)
  })

  it.each(['claim', 'claim-sum'] as const)(
    'is read from its receipt if the logs of its block are pruned, for %s',
    async (refunds) => {
      const { till, bought } = await readyRefund(refunds)
      till.tamper.transfersTo = async () => []
      const { id } = await bought.claim()
      await bought.claimed(id, ({ isCounted }) => isCounted)
      expect(till.view(bought.id).refund).toMatchObject({ state: 'seen', missing: '0' })
    },
  )

  it.each([
    ['from somebody else', { from: `0x${'7e'.repeat(20)}` as const }],
    ['in another transaction', { hash: `0x${'7e'.repeat(32)}` as const }],
    ['that one node alone shows', { isProven: false }],
  ])('%s settles no purchase', async (_, other) => {
    const { till, bought } = await readyRefund()
    const chain = till.chain('meadow')
    let polls = 0
    till.tamper.escrowWithdrawals = async () => []
    till.tamper.transfersTo = async (...input) => {
      const found = await chain.transfersTo(...input)
      // Only the read of the claim's transfer asks for a single block.
      if (input[2] === input[3] && input[1] === till.address) polls++
      return found.map((one) => ({ ...one, ...other }))
    }
    const { id } = await bought.claim()
    await bought.claimed(id, ({ state }) => state === 'final')
    await vi.waitFor(() => expect(polls).toBeGreaterThan(0), soon)
    const before = polls
    till.spending.claims.nudge()
    await vi.waitFor(() => expect(polls).toBeGreaterThan(before), soon)
    expect(listUncounted(till.ledger)).toEqual([id])
    expect(till.view(bought.id).refund.state).toBe('none')
    delete till.tamper.transfersTo
    till.spending.claims.nudge()
    await bought.claimed(id, ({ isCounted }) => isCounted)
  })
})

describe('nothing is signed', () => {
  it('while Till is locked, paying is stopped, the wallet was used elsewhere, the offer is old or the fee is missing', async () => {
    const { till, bought } = await readyRefund()
    const { offerKey } = await bought.offer()
    const before = await bought.balance()
    const confirm = (): Promise<unknown> => refusal(till.spending.claims.confirm(offerKey, false))
    till.state.locked = true
    expect(await confirm()).toEqual(['locked', undefined])
    till.state.locked = false
    till.state.stopped = 'ledger-unsafe'
    expect(await confirm()).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    till.tamper.highestNonce = async () => 9
    expect(await confirm()).toEqual(['wallet-used-elsewhere', 'claiming'])
    delete till.tamper.highestNonce
    till.tamper.nativeBalance = async () => 1n
    expect(await confirm()).toEqual(['insufficient-gas', undefined])
    delete till.tamper.nativeBalance
    for (const else_ of [
      'unexpected-changes' as const,
      [bought.total - 1n, 0n],
      [bought.total + 1n, 0n],
      [bought.total, -1n],
      [-bought.total, 0n],
      [bought.total, 0n, 0n],
    ]) {
      till.tamper.simulate = async () => else_
      expect(await confirm()).toEqual(['quote-refused', 'claiming'])
    }
    for (const failed of ['failed', 'nodes-differ'] as const) {
      till.tamper.simulate = async () => failed
      expect(await confirm()).toEqual(['simulation-failed', 'claiming'])
    }
    till.tamper.simulate = async () => null
    expect(await confirm()).toEqual(['quote-expired', 'fee'])
    till.tamper.simulate = async () => {
      till.state.stopped = 'disk-error'
      return [bought.total, 0n]
    }
    expect(await confirm()).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    delete till.tamper.simulate
    till.clock.skewMs = 61_000
    expect(await confirm()).toEqual(['quote-expired', 'fee'])
    till.clock.skewMs = 0
    till.clock.monotonicSkewMs = 61_000
    expect(await confirm()).toEqual(['quote-expired', 'fee'])
    till.clock.monotonicSkewMs = 0
    const chain = till.chain('meadow')
    till.tamper.instance = async () => `${chain.chainId}:0x${'0'.repeat(64)}`
    expect(await confirm()).toEqual(['network-mismatch', undefined])
    delete till.tamper.instance
    expect(await refusal(till.spending.claims.offer(crypto.randomUUID()))).toEqual(['not-found', undefined])
    expect(listOpenClaims(till.ledger)).toEqual([])
    expect(await bought.balance()).toBe(before)
  })

  it('while another account is in use', async () => {
    const { till, bought } = await readyRefund()
    Object.assign(till.context.wallet, { address: () => `0x${'7e'.repeat(20)}` })
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'other-account'])
  })

  it('for a sum that has grown since it was shown', async () => {
    const { till, bought } = await readyRefund('claim-sum')
    const { offerKey } = await bought.offer()
    const chain = till.chain('meadow')
    till.tamper.escrowRefund = async (input) => {
      const found = await chain.escrowRefund(input)
      return found && { ...found, authorized: found.authorized + 1n }
    }
    expect(await refusal(till.spending.claims.confirm(offerKey, false))).toEqual(['quote-changed', 'claim'])
    expect(listOpenClaims(till.ledger)).toEqual([])
  })

  it('or stored if the signed bytes differ from what was shown', async () => {
    const { till, bought } = await readyRefund()
    const { offerKey } = await bought.offer()
    const sign = till.account.signTransaction.bind(till.account)
    vi.spyOn(till.account, 'signTransaction').mockImplementationOnce((transaction) =>
      sign({ ...transaction, value: 1n } as never),
    )
    expect(await refusal(till.spending.claims.confirm(offerKey, false))).toEqual(['quote-refused', 'signature'])
    expect(listOpenClaims(till.ledger)).toEqual([])
  })

  it('for a fee above the cap without the password', async () => {
    const feeCaps = { [sandbox.network('meadow').chainId]: '0.000000001' }
    const { till, bought } = await readyRefund('claim', { profile: { feeCaps } })
    const { offerKey, exceededCap } = await bought.offer()
    expect(exceededCap).toBe('0.000000001')
    const { claims } = till.spending
    expect(await refusal(claims.confirm(offerKey, false))).toEqual(['quote-changed', 'fee'])
    expect(listOpenClaims(till.ledger)).toEqual([])
    const { id } = await claims.confirm(offerKey, true)
    await bought.claimed(id, ({ isCounted }) => isCounted)
  })
})

describe('one refund', () => {
  it('confirmed twice is claimed once, and a second window’s offer is refused', async () => {
    const { till, bought } = await readyRefund()
    const [before, { offerKey }, { claims }] = [await nonceOf(till), await bought.offer(), till.spending]
    const both = await Promise.allSettled([claims.confirm(offerKey, false), claims.confirm(offerKey, false)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    const [id = ''] = listOpenClaims(till.ledger)
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect(await nonceOf(till)).toBe(before + 1)
  })

  it('is not stored twice, whatever was read from the chain before', async () => {
    const { till, bought } = await readyRefund()
    const { offerKey } = await bought.offer()
    const sign = till.context.wallet.sign
    till.tamper.send = () => Promise.resolve(null)
    // Another claim of it is stored between the last check and the commit.
    let isInner = false
    Object.assign(till.context.wallet, {
      async sign(task: Parameters<typeof sign>[0]) {
        const bytes = await sign(task)
        if (!isInner) {
          isInner = true
          const ledger = till.ledger
          ledger.exec(`
            INSERT INTO intents VALUES ('0b6c1f5e-6a53-4c0f-9a10-000000000777', 'claim');
            INSERT INTO steps VALUES ('0b6c1f5e-6a53-4c0f-9a10-000000000777', 0, 'claim', 'signed', 'x', '${till.address}', 5, NULL, NULL, NULL, NULL, NULL, 0);
            INSERT INTO claims (id, created_at, profile_id, chain_instance, from_address, network, coin, token, router, vault,
              service_id, record_id, units)
            SELECT '0b6c1f5e-6a53-4c0f-9a10-000000000777', 1, profile_id, chain_instance, from_address, json_extract(terms, '$.network'),
              '{"symbol":"USDC","decimals":6}', '${bought.token}', '${bought.token}', '${bought.token}', '1', '1', '1'
              FROM purchases WHERE id = '${bought.id}';
            INSERT INTO claim_purchases VALUES ('0b6c1f5e-6a53-4c0f-9a10-000000000777', '${bought.id}', '1')`)
        }
        return bytes
      },
    })
    expect(await refusal(till.spending.claims.confirm(offerKey, false))).toEqual(['not-allowed', 'claimed'])
    expect(listOpenClaims(till.ledger)).toEqual(['0b6c1f5e-6a53-4c0f-9a10-000000000777'])
  })

  it('is sped up under its nonce, and can be claimed again after a cancel', async () => {
    const { till, bought } = await readyRefund()
    const before = await nonceOf(till)
    await sandbox.control('chains/meadow', { action: 'pause-mining' })
    const { id } = await bought.claim()
    const { claims } = till.spending
    const faster = await claims.offerFee(id, 'speed-up')
    await claims.confirmFee(id, faster.offerKey, false)
    const cancel = await claims.offerFee(id, 'cancel')
    await claims.confirmFee(id, cancel.offerKey, false)
    expect(stepOf(till, id)?.signed.map(({ purpose }) => purpose)).toEqual(['original', 'speed-up', 'cancel'])
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'claimed'])
    await sandbox.control('chains/meadow', { action: 'resume-mining' })
    await bought.claimed(id, ({ state }) => state === 'cancelled' || state === 'final')
    if (stepOf(till, id)?.state === 'cancelled') {
      expect(await bought.find()).toMatchObject({ state: 'ready', claim: { state: 'cancelled' } })
      const again = await bought.claim()
      await bought.claimed(again.id, ({ isCounted }) => isCounted)
      expect(await nonceOf(till)).toBe(before + 2)
    }
    expect(await till.untilSettled(bought.id)).toMatchObject({ status: 'refunded' })
  })
})

const recordOf = toFunctionSelector('record(uint256)')
const refundsFor = toFunctionSelector('getERC20RefundsFor(address,address,uint256)')
/** Returns a record's answer with another status: the last of its twelve members, after the offset of the struct. */
const withStatus = (record: string, status: number): string =>
  `${record.slice(0, 2 + 12 * 64)}${status.toString(16).padStart(64, '0')}${record.slice(2 + 13 * 64)}`

describe('nodes', () => {
  it.each([
    ['another record for the payment', () => lieAboutRecord(1n)],
    ['that nothing can be withdrawn', () => lieAboutCall(refundsFor, () => `0x${'0'.repeat(64)}`)],
    ['that the record was refunded', () => lieAboutCall(recordOf, (record) => withStatus(record, 3))],
  ])('of which one of three claims %s decide by the other two', async (_, lie) => {
    const { dishonest, options } = openDishonestNode(sandbox, 3)
    const { till, bought } = await readyRefund('claim', options)
    dishonest.lie = lie()
    expect((await bought.find()).state).toBe('ready')
    const { id } = await bought.claim()
    expect(readClaim(till.ledger, id)?.recordId).toBe(await bought.recordId())
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect(await bought.authorized()).toBe(0n)
  })

  it('of which one of two lies are not believed, and nothing is offered', async () => {
    const { dishonest, options } = openDishonestNode(sandbox, 2)
    const till = await sandbox.till(options)
    const contracts = await openEscrow(sandbox, { escrow: '1.1', refunds: 'none' })
    const bought = await buyFailing(sandbox, till, contracts)
    expect((await bought.find()).state).toBe('pending')
    // Both nodes still show the same books of the contract.
    dishonest.lie = lieAboutRecord(1n)
    expect((await bought.find()).state).toBe('pending')
    dishonest.lie = lieAboutCall(recordOf, (record) => withStatus(record, 0))
    expect(await refusal(bought.find())).toEqual(['nodes-disagree', undefined])
    dishonest.lie = lieAboutCall(refundsFor, () => `0x${'f'.repeat(64)}`)
    expect(await refusal(bought.offer())).toEqual(['nodes-disagree', undefined])
    expect(listOpenClaims(till.ledger)).toEqual([])
  })

  it('that do not answer are reported, and the refund is claimed once they do', async () => {
    const { till, bought } = await readyRefund()
    till.tamper.escrowRefund = () => Promise.reject(new AppError('network-unreachable', 'No'))
    expect(await refusal(bought.find())).toEqual(['network-unreachable', undefined])
    delete till.tamper.escrowRefund
    till.tamper.tick = () => Promise.reject(new AppError('network-unreachable', 'No'))
    const { id } = await bought.claim()
    await bought.claimed(id, ({ waitingFor }) => waitingFor?.what === 'connection')
    delete till.tamper.tick
    till.spending.claims.nudge()
    await bought.claimed(id, ({ isCounted }) => isCounted)
  })
})
