import type { Hash } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { soon } from '../../../testing/soon.ts'
import { listUnusedCoins } from './unused-coins-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, pay, viewOf, untilAsked, untilPaid } = createWatching(() => sandbox)

/** Opens a Till that asks about a wrong amount, whose block it knows. */
async function openAsked(): Promise<{ till: TestTill; asked: ExternalPaymentView; hash: Hash }> {
  const till = await open()
  const asked = await ask(till)
  const hash = await pay(till, asked, { units: 1n })
  await untilAsked(till, asked)
  const known = till.ledger.prepare('SELECT block_hash FROM external_arrivals').pluck()
  await vi.waitUntil(() => known.get() !== null, { timeout: 10_000, interval: 50 })
  return { till, asked, hash }
}

/** Removes the transaction and its block from what the nodes show; `isBacked` says whether most of them agree. */
function reorganize(till: TestTill, isBacked: boolean): void {
  const chain = till.chain('harbour')
  till.tamper.transfersTo = async () => []
  till.tamper.receipt = async () => null
  till.tamper.isUnmined = async () => true
  till.tamper.blockStatus = async () => ({ state: 'gone', isBacked })
  till.tamper.finalized = () => chain.head()
}

function mineAgain({ tamper }: TestTill): void {
  delete tamper.transfersTo
  delete tamper.receipt
  delete tamper.isUnmined
  delete tamper.blockStatus
  delete tamper.finalized
}

async function looked(till: TestTill, asked: ExternalPaymentView): Promise<ExternalPaymentView> {
  const before = viewOf(till, asked).lookedAt
  await vi.waitUntil(
    async () => {
      await till.purchases.external.look(asked.id, null)
      return viewOf(till, asked).lookedAt !== before
    },
    { timeout: 10_000, interval: 100 },
  )
  return viewOf(till, asked)
}

it('a wrong amount that a reorganization removed counts in no sum, and its question says that it is gone', async () => {
  const { till, asked, hash } = await openAsked()
  expect(listUnusedCoins(till.ledger)).toHaveLength(1)
  reorganize(till, true)
  const view = await looked(till, asked)
  expect(view.arrivals).toMatchObject([{ hash, isGone: true, canRegister: false }])
  expect(listUnusedCoins(till.ledger)).toEqual([])
  await expect(till.purchases.external.register(asked.id, { hash, ordinal: 0 })).rejects.toMatchObject({
    code: 'not-allowed',
  })
  till.purchases.external.dismiss(asked.id, { hash, ordinal: 0 })
  expect(viewOf(till, asked)).toMatchObject({ state: 'waiting', arrivals: [], unused: [] })
  expect(till.purchases.external.attention()).toEqual([])
})

it.each<[string, (till: TestTill) => void]>([
  ['not most nodes say that its block is gone', (till) => reorganize(till, false)],
  [
    'the height of its block is not final',
    (till) => {
      reorganize(till, true)
      till.tamper.finalized = async () => 0n
    },
  ],
  [
    'its nodes do not confirm that they are of its chain',
    (till) => {
      reorganize(till, true)
      till.tamper.isUnchanged = async () => false
    },
  ],
  [
    'nodes lost their logs, but its block is still at its height',
    (till) => {
      reorganize(till, true)
      delete till.tamper.blockStatus
    },
  ],
])('a wrong amount stays in question while %s', async (_, tamper) => {
  const { till, asked, hash } = await openAsked()
  tamper(till)
  expect((await looked(till, asked)).arrivals).toMatchObject([{ hash, isGone: false }])
  expect(listUnusedCoins(till.ledger)).toHaveLength(1)
})

it('a wrong amount that is mined again in another block is in question again, whatever was answered while it was gone', async () => {
  const { till, asked, hash } = await openAsked()
  reorganize(till, true)
  await looked(till, asked)
  till.purchases.external.dismiss(asked.id, { hash, ordinal: 0 })
  mineAgain(till)
  expect((await looked(till, asked)).arrivals).toMatchObject([{ hash, isGone: false, reason: 'too-little' }])
  expect(listUnusedCoins(till.ledger)).toHaveLength(1)
})

it('an answer given before a reorganization still holds once the transfer is mined again', async () => {
  const { till, asked, hash } = await openAsked()
  till.purchases.external.dismiss(asked.id, { hash, ordinal: 0 })
  reorganize(till, true)
  expect(await looked(till, asked)).toMatchObject({ arrivals: [], unused: [] })
  mineAgain(till)
  expect(await looked(till, asked)).toMatchObject({ arrivals: [], unused: [{ hash }] })
})

it('a wrong amount that moved to another block is stored with that block', async () => {
  const { till, asked } = await openAsked()
  const read = (): unknown => till.ledger.prepare('SELECT block_number, block_hash FROM external_arrivals').raw().get()
  const before = read()
  till.ledger.prepare('UPDATE external_arrivals SET block_hash = ?').run(`0x${'1'.repeat(64)}`)
  await looked(till, asked)
  await vi.waitUntil(() => String(read()) === String(before), { timeout: 10_000, interval: 50 })
})

it('an arrival that a reorganization removes while the user registers it pays nothing', async () => {
  const { till, asked, hash } = await openAsked()
  const raw = await till.chain('harbour').signedBytes(hash, 0n)
  const gate = Promise.withResolvers<undefined>()
  till.tamper.signedBytes = async () => {
    await gate.promise
    return raw
  }
  const registering = till.purchases.external.register(asked.id, { hash, ordinal: 0 })
  registering.catch(() => undefined)
  reorganize(till, true)
  expect((await looked(till, asked)).arrivals).toMatchObject([{ hash, isGone: true }])
  gate.resolve(undefined)
  await expect(registering).rejects.toMatchObject({ code: 'not-allowed' })
  expect(viewOf(till, asked).state).toBe('waiting')
})

it('Till keeps looking for a payment while a reorganization may still remove what arrived', async () => {
  const { till, asked } = await openAsked()
  till.tamper.blockStatus = async () => ({ state: 'open', isBacked: false })
  till.clock.skewMs = 8 * 24 * 3_600_000
  await looked(till, asked)
  const out = till.ledger.prepare('SELECT looked_out_at FROM external_payments').pluck()
  await vi.waitUntil(() => out.get() !== null, { timeout: 5_000, interval: 100 }).catch(() => undefined)
  expect(out.get()).toBe(null)
  reorganize(till, true)
  await till.purchases.external.look(asked.id, null)
  await vi.waitUntil(() => listUnusedCoins(till.ledger).length === 0, { ...soon, interval: 100 })
}, 60_000)

it('what a reorganization may still remove is checked again after nothing is awaited any more', async () => {
  const { till, asked } = await openAsked()
  await pay(till, asked)
  await untilPaid(till, asked)
  reorganize(till, false)
  await looked(till, asked)
  till.clock.skewMs = 3 * 60_000
  await quiet(till, asked)
  reorganize(till, true)
  till.clock.skewMs = 45 * 60_000
  await vi.waitUntil(
    () => {
      till.purchases.nudge()
      return listUnusedCoins(till.ledger).length === 0
    },
    { timeout: 10_000, interval: 100 },
  )
})

/** Waits for a look that reads only the account's nonce. */
async function quiet(till: TestTill, asked: ExternalPaymentView): Promise<void> {
  let reads = 0
  till.tamper.transfersTo = async () => {
    reads++
    return []
  }
  let before = { at: viewOf(till, asked).lookedAt, reads }
  await vi.waitUntil(
    () => {
      till.purchases.nudge()
      const { lookedAt: at } = viewOf(till, asked)
      if (at === before.at) return false
      const isQuiet = reads === before.reads
      before = { at, reads }
      return isQuiet
    },
    { timeout: 10_000, interval: 100 },
  )
}
