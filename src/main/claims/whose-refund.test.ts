import { copyFileSync, rmSync } from 'node:fs'
import { parseGwei, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { copyLedger } from '../db/copies/copy-ledger.ts'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { openEscrow, operate } from '../../testing/purchases/escrow.ts'
import { readClaim } from './claim-repository.ts'
import { buyFailing, withdrawElsewhere } from '../../testing/claims/buy-failing.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('a refund that another program withdrew by its record', () => {
  it('is not counted for another purchase of the same sum whose own refund still waits in the escrow', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds: 'claim', deliverySeconds: 6_000 })
    // The escrow has failed it; the service reports that later.
    const gone = await buyFailing(sandbox, till, contracts, { until: 'registered' })
    await operate(sandbox, contracts['BandoFulfillmentManagerProxy'], 'registerERC20Fulfillment', [
      gone.serviceId,
      { id: await gone.recordId(), externalID: 'x', receiptURI: '', status: 0 },
    ])
    await sandbox.control('settings', { deliverySeconds: 0 }, 'PATCH')
    const waiting = await buyFailing(sandbox, till, contracts)
    await waiting.until('ready')
    await withdrawElsewhere(sandbox, till, contracts, [gone.serviceId, await gone.recordId()])
    await vi.waitUntil(async () => (await waiting.authorized()) === waiting.total, { timeout: 10_000 })
    const polls = await vi
      .waitUntil(
        () => {
          till.purchases.checkNow(waiting.id)
          return till.view(waiting.id).refund.state === 'seen'
        },
        { timeout: 8_000, interval: 500 },
      )
      .catch(() => null)
    expect([polls, await waiting.authorized()]).toEqual([null, waiting.total])
    expect(await waiting.offer()).toHaveProperty('offerKey')
  })
})

describe('a sum that another program withdrew', () => {
  it('needs the user, and is not counted, while the escrow still holds as much', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds: 'claim-sum' })
    const bought = await buyFailing(sandbox, till, contracts)
    await bought.until('ready')
    const chain = till.chain('meadow')
    // The nodes show the withdrawal, but not yet that nothing is left.
    let reads = 0
    till.tamper.escrowRefund = async (input) => {
      reads++
      const found = await chain.escrowRefund(input)
      return found && { ...found, authorized: bought.total }
    }
    await withdrawElsewhere(sandbox, till, contracts, [bought.serviceId, bought.token, till.address])
    await till.checkUntil(bought.id, ({ attention }) => attention === 'refund-possible')
    const before = reads
    await vi.waitUntil(
      () => {
        till.purchases.checkNow(bought.id)
        return reads > before + 1
      },
      { timeout: 10_000, interval: 200 },
    )
    expect(till.view(bought.id).refund.state).toBe('none')
    delete till.tamper.escrowRefund
    await vi.waitUntil(
      () => {
        till.purchases.checkNow(bought.id)
        return till.view(bought.id).refund.state === 'seen'
      },
      { timeout: 10_000, interval: 200 },
    )
  })
})

describe('an older copy of a ledger that lacks a claim counted since', () => {
  it('counts the claim for the purchase whose record was withdrawn, not for another of the same sum', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds: 'claim' })
    const [waiting, claimed] = [await buyFailing(sandbox, till, contracts), await buyFailing(sandbox, till, contracts)]
    await waiting.until('ready')
    await claimed.until('ready')
    const file = till.ledger.name
    const copy = `${file}.copy`
    await copyLedger(till.ledger, copy, Date.now())
    const { id } = await claimed.claim()
    await claimed.claimed(id, ({ isCounted }) => isCounted)
    till.kill()
    for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true })
    copyFileSync(copy, file)
    till.restart()
    await vi.waitUntil(() => [waiting, claimed].some((bought) => till.view(bought.id).refund.state === 'seen'), {
      timeout: 15_000,
    })
    expect(await waiting.authorized()).toBe(waiting.total)
    expect([waiting, claimed].map((bought) => till.view(bought.id).refund.state)).toEqual(['none', 'seen'])
  })
})

describe('a mined claim whose bytes an older copy of the ledger lacks', () => {
  it('settles its own purchase, and not another one of the same sum', async () => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds: 'claim' })
    const [bought, other] = [await buyFailing(sandbox, till, contracts), await buyFailing(sandbox, till, contracts)]
    await bought.until('ready')
    await other.until('ready')
    const chain = till.chain('meadow')
    // The nodes show the transfer only while the other purchase is checked.
    let isShown = false
    till.tamper.transfersTo = async (...input) => (isShown ? chain.transfersTo(...input) : [])
    till.tamper.send = () => Promise.resolve(null)
    const { id } = await bought.claim()
    const { type: _, ...signed } = parseTransaction(readClaim(till.ledger, id)?.step.signed[0]?.raw ?? '0x')
    const { to, data, nonce, gas } = signed
    const raw = await till.account.signTransaction({
      ...({ type: 'eip1559', chainId: sandbox.network('meadow').chainId, to, data, nonce, gas } as const),
      maxFeePerGas: parseGwei('80'),
      maxPriorityFeePerGas: parseGwei('9'),
    } as never)
    await sandbox.rpc('meadow').sendRawTransaction({ serializedTransaction: raw })
    await bought.claimed(id, ({ state }) => state === 'final')
    isShown = true
    till.purchases.checkNow(other.id)
    await vi.waitUntil(() => till.view(other.id).refund.state === 'seen', { timeout: 400 }).catch(() => null)
    isShown = false
    delete till.tamper.transfersTo
    till.spending.claims.nudge()
    await vi
      .waitUntil(() => till.state.unforeseen.length > 0 || till.view(bought.id).refund.state === 'seen', {
        timeout: 5_000,
      })
      .catch(() => null)
    expect([till.view(other.id).refund.state, till.state.unforeseen]).toEqual(['none', []])
    await bought.claimed(id, ({ isCounted }) => isCounted)
    expect((await other.find()).state).toBe('ready')
  }, 60_000)
})
