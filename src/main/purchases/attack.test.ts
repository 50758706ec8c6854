import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { payStep } from './purchase-record.ts'
import { readPurchase } from './purchase-repository.ts'
import { openTown, type TestHouse, type TestTill } from './test-context.ts'
import { pendingOf } from './test-town.ts'

let town: TestHouse
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town?.stop())
afterEach(() => town.reset())

const harbour = (action: Readonly<Record<string, unknown>>): Promise<unknown> => town.control('chains/harbour', action)
const HOUR = 3_600_000

const signedOf = (till: TestTill, id: string) => {
  const record = readPurchase(till.ledger, id)
  if (record === null) throw new Error('No such purchase')
  return payStep(record).signed
}

async function waiting(): Promise<{ till: TestTill; id: string }> {
  const till = await town.till()
  await harbour({ action: 'pause-mining' })
  await harbour({ action: 'mine', blocks: 3 })
  const { id } = await till.buy('harbour', 'usdc')
  await vi.waitUntil(async () => (await pendingOf(town, till)) > 0)
  return { till, id }
}

describe('a clock that is set back', () => {
  it('does not keep a cancel from being sent', async () => {
    const { till, id } = await waiting()
    // The computer had started with a wrong clock; the network corrects it.
    till.clock.skewMs = -HOUR
    const offer = await till.purchases.offerFee(id, 'cancel')
    await till.purchases.confirmFee(id, offer.offerKey, false)
    const cancel = signedOf(till, id).find(({ purpose }) => purpose === 'cancel')
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    const found = await town
      .rpc('harbour')
      .getTransaction({ hash: cancel?.hash ?? '0x' })
      .catch(() => null)
    await harbour({ action: 'resume-mining' })
    expect(found?.hash).toBe(cancel?.hash)
  })
})

describe('a wallet on two machines', () => {
  it.each(['the same bytes', 'other bytes'])(
    'is not told that its purchase was delivered by what the other machine paid and reported, with %s',
    async (bytes) => {
      await town.control('settings', { pricesFrozen: true }, 'PATCH')
      const one = await town.till()
      const other = await town.till({ account: one.account, funded: false })
      await harbour({ action: 'pause-mining' })
      await harbour({ action: 'mine', blocks: 3 })
      one.tamper.send = async () => null
      const first = await one.confirm(await one.purchases.quote(one.service, one.choice('harbour', 'usdc'), null))
      if (bytes === 'other bytes') {
        const { fees } = other.chain('harbour')
        other.tamper.fees = async () => {
          const asked = await fees()
          return { ...asked, maxFeePerGas: asked.maxFeePerGas + 1n }
        }
      }
      const elsewhere = other.choice('harbour', 'usdc', undefined, '+12015550177')
      const second = await other.confirm(await other.purchases.quote(other.service, elsewhere, null))
      delete one.tamper.send
      if (bytes === 'other bytes') other.tamper.send = async () => null
      other.state.held = true
      await harbour({ action: 'resume-mining' })
      await one.delivered(first.id)
      other.state.held = false
      other.purchases.nudge()
      const over = ['delivered', 'needs-you', 'failed', 'refunded', 'not-paid']
      const view = await other.until(second.id, ({ status }) => over.includes(status), 90)
      const { payments, registrations } = await town.witness(one.address)
      expect(payments).toHaveLength(1)
      expect(signedOf(one, first.id)[0]?.hash === signedOf(other, second.id)[0]?.hash).toBe(bytes === 'the same bytes')
      // What is registered is for somebody else: the person must hear of it.
      expect(registrations).toMatchObject([{ reference: '+12015550123' }])
      expect(view.status).not.toBe('delivered')
    },
    180_000,
  )
})
