import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Hash } from 'viem'
import { payStep } from '../purchase-record.ts'
import { readPurchase } from '../purchase-repository.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const harbour = (action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  sandbox.control('chains/harbour', action)
const ENDS = ['delivered', 'needs-you', 'failed', 'refunded', 'not-paid']

function firstHash(till: TestTill, id: string): Hash | undefined {
  const record = readPurchase(till.ledger, id)
  return record ? payStep(record).signed[0]?.hash : undefined
}

describe('a wallet on two machines', () => {
  it('pays behind a dropped transaction of the other machine once that nonce is used, and says so until then', async () => {
    const till = await sandbox.till()
    // The other machine's transaction is still pending when the payment is signed.
    till.tamper.pendingNonce = async () => 1
    const { id } = await till.buy('harbour', 'usdc')
    delete till.tamper.pendingNonce
    const waiting = await till.until(id, ({ waitingFor }) => waitingFor?.what === 'gap')
    expect(waiting).toMatchObject({ status: 'paying', feeActions: [], steps: [{ nonce: 1 }] })
    const next = await till.buy('harbour', 'usdc')
    expect(next).toMatchObject({ steps: [{ nonce: 0 }] })
    await till.delivered(next.id)
    await till.delivered(id)
    expect((await sandbox.witness(till.address)).payments).toHaveLength(2)
  })

  it.each(['the same bytes', 'other bytes'])(
    'asks the person if the other machine registered the payment for somebody else, with %s',
    async (bytes) => {
      await sandbox.control('settings', { pricesFrozen: true }, 'PATCH')
      const one = await sandbox.till()
      const other = await sandbox.till({ account: one.account, funded: false })
      await harbour({ action: 'pause-mining' })
      await harbour({ action: 'mine', blocks: 3 })
      one.tamper.send = async () => null
      const first = await one.confirm(await one.purchases.quote(one.service, one.choice('harbour', 'usdc'), null))
      if (bytes === 'other bytes') {
        const { fees } = other.chain('harbour')
        other.tamper.fees = async () => {
          const suggested = await fees()
          return { ...suggested, maxFeePerGas: suggested.maxFeePerGas + 1n }
        }
      }
      const elsewhere = other.choice('harbour', 'usdc', undefined, '+12015550177')
      const second = await other.confirm(await other.purchases.quote(other.service, elsewhere, null))
      delete one.tamper.send
      if (bytes === 'other bytes') other.tamper.send = async () => null
      other.state.registrationsHeld = true
      await harbour({ action: 'resume-mining' })
      await one.delivered(first.id)
      other.state.registrationsHeld = false
      other.purchases.nudge()
      const view = await other.until(second.id, ({ status }) => ENDS.includes(status), 90)
      const { payments, registrations } = await sandbox.witness(one.address)
      expect(payments).toHaveLength(1)
      expect(firstHash(one, first.id) === firstHash(other, second.id)).toBe(bytes === 'the same bytes')
      expect(registrations).toMatchObject([{ reference: '+12015550123' }])
      expect(view).toMatchObject({ status: 'needs-you', attention: 'registered-differently' })
    },
    180_000,
  )
})
