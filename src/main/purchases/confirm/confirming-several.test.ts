import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestSandbox, otherTopup, type TestSandbox } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('confirming several payments', () => {
  it('counts what unsettled payments may still take, of the token and for fees', async () => {
    const till = await sandbox.till()
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    await till.buy('harbour', 'usdc')
    const one = await till.quote('harbour', 'usdc')
    till.tamper.tokenBalance = async () => 9_000_000n
    await expect(till.confirm(one)).rejects.toMatchObject({ code: 'insufficient-token' })
    expect((await till.quote('harbour', 'usdc')).problems).toMatchObject([{ problem: 'insufficient-token' }])
    delete till.tamper.tokenBalance
    const fee = BigInt(Math.round(Number(one.payment?.networkFeeAtMost) * 1e18))
    till.tamper.nativeBalance = async () => (fee * 3n) / 2n
    await expect(till.confirm(one)).rejects.toMatchObject({ code: 'insufficient-gas' })
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
  })

  it('of a router payment waits until the previous one is mined', async () => {
    const till = await sandbox.till()
    const [first, second] = [await till.quote('meadow', 'usdc'), await till.quote('meadow', 'usdc', otherTopup)]
    await sandbox.control('chains/meadow', { action: 'pause-mining' })
    const { id } = await till.confirm(first)
    await expect(till.confirm(second)).rejects.toMatchObject({ code: 'purchase-in-progress' })
    // Another token needs another allowance.
    const other = await till.buy('meadow', 'dai')
    await sandbox.control('chains/meadow', { action: 'resume-mining' })
    await till.until(id, ({ steps }) => steps[1]?.state !== 'signed')
    const later = await till.confirm(second)
    await Promise.all([id, other.id, later.id].map((one) => till.delivered(one)))
    expect((await sandbox.witness(till.address)).payments).toHaveLength(3)
  })

  it('twice at once makes one purchase', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    const [one, two, three] = await Promise.all([till.confirm(offer), till.confirm(offer), till.confirm(offer)])
    expect(new Set([one.id, two.id, three.id]).size).toBe(1)
    await till.untilSettled(one.id)
    expect(await till.confirm(offer)).toMatchObject({ id: one.id, ended: true })
    expect((await sandbox.witness(till.address)).payments).toHaveLength(1)
  })

  it('of a dozen at once gives each its own nonce, and all are delivered', async () => {
    const till = await sandbox.till({ profile: { requestsPerHour: 1000 } })
    const offers = await Promise.all(Array.from({ length: 12 }, () => till.quote('harbour', 'usdc')))
    const bought = await Promise.all(offers.map((offer) => till.confirm(offer)))
    const nonces = bought.flatMap(({ steps }) => steps.map(({ nonce }) => nonce))
    expect(nonces.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 12 }, (_, index) => index))
    for (const { id } of bought) await till.until(id, ({ status }) => status === 'delivered')
    const { payments, registrations } = await sandbox.witness(till.address)
    expect([payments.length, registrations.length]).toEqual([12, 12])
    // Tracked together: far fewer reads than purchases.
    const reads = (await sandbox.requests(till.address)).filter(({ operation }) => /^(list|get)Trans/.test(operation))
    expect(reads.length).toBeLessThanOrEqual(4)
  })
})
