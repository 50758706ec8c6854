import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { multiplyDecimals } from '../../shared/money.ts'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { openEscrow } from '../../testing/purchases/escrow.ts'
import { readClaim } from './claim-repository.ts'
import { buyFailing } from '../../testing/claims/buy-failing.ts'
import { refusal } from '../../testing/refusal.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe.each([
  ['1.1', 'claim'],
  ['1', 'claim-sum'],
] as const)('a refund in the escrow of generation %s', (generation, refunds) => {
  it.each(['usdc', 'usdt'] as const)('in %s is claimed as shown, once, and settles its purchase', async (token) => {
    const till = await sandbox.till()
    const contracts = await openEscrow(sandbox, { refunds })
    const bought = await buyFailing(sandbox, till, contracts, { token })
    const ready = await bought.until('ready')
    const { totalAmount } = till.view(bought.id)
    expect(ready).toMatchObject({ amount: totalAmount, claim: null })
    const before = await bought.balance()
    const offer = await bought.offer()
    expect(offer).toMatchObject({ amount: totalAmount, purchaseIds: [bought.id], simulated: true, exceededCap: null })
    const native = await till.chain('meadow').nativeBalance(till.address)
    const { claims } = till.spending
    const claim = await claims.confirm(offer.offerKey, false)
    expect(claim).toMatchObject({ state: 'signed', amount: totalAmount, isCounted: false })
    expect(await bought.find()).toMatchObject({ state: 'claiming', claim: { id: claim.id } })
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'claimed'])
    await bought.claimed(claim.id, ({ isCounted }) => isCounted)
    expect(await till.untilSettled(bought.id)).toMatchObject({
      status: 'refunded',
      refund: {
        state: 'seen',
        amount: totalAmount,
        missing: '0',
        parts: [
          {
            hash: claim.hash,
            amount: totalAmount,
            evidence: 'claim',
            from: contracts['BandoERC20FulfillableProxy'],
            claimFee: expect.stringMatching(/^0\.0*[1-9]/),
          },
        ],
      },
    })
    expect([(await bought.balance()) - before, await bought.authorized()]).toEqual([bought.total, 0n])
    const record = readClaim(till.ledger, claim.id)
    expect(record?.recordId).toBe(generation === '1' ? null : await bought.recordId())
    expect(record?.step).toMatchObject({ kind: 'claim', state: 'final', signed: [{ purpose: 'original' }] })
    const spent = native - (await till.chain('meadow').nativeBalance(till.address))
    expect(Number(spent) / 1e18).toBeLessThanOrEqual(Number(offer.networkFeeAtMost))
    expect(offer.networkFeeInDollars).toBe(multiplyDecimals(offer.networkFeeAtMost, '3000'))
    expect(await refusal(bought.offer())).toEqual(['not-allowed', 'claimed'])
    expect(await refusal(claims.confirm(offer.offerKey, false))).toEqual(['quote-expired', 'fee'])
    expect(till.events.filter(({ name }) => name === 'claim.changed').at(-1)?.payload).toMatchObject({
      isCounted: true,
    })
    expect(till.state.unforeseen).toEqual([])
  })
})
