import { copyFileSync, rmSync } from 'node:fs'
import type { Hash } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestSandbox, topup, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { createWatching } from '../../../testing/external/watching.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, askFor, pay, viewOf, untilPaid, untilAsked } = createWatching(() => sandbox)
const mined = (till: TestTill, hash: Hash) =>
  vi.waitUntil(() => till.chain('harbour').receipt(hash), { timeout: 10_000, interval: 100 })

it('a second payment after the purchase settled is a question', async () => {
  const till = await open()
  const asked = await ask(till)
  await pay(till, asked)
  await untilPaid(till, asked)
  await till.untilSettled(asked.id)
  await mined(till, await pay(till, asked))
  await till.purchases.external.look(asked.id, null)
  expect(await untilAsked(till, asked)).toEqual(['twice'])
})

it('a payment after the first one was replaced for good is not called a second one', async () => {
  const till = await open()
  const asked = await ask(till)
  till.state.registrationsHeld = true
  await pay(till, asked)
  await untilPaid(till, asked)
  till.ledger.prepare("UPDATE steps SET state = 'superseded' WHERE intent_id = ?").run(asked.id)
  expect(till.view(asked.id).status).toBe('not-paid')
  const hash = await pay(till, asked)
  await mined(till, hash)
  await till.purchases.external.look(asked.id, null)
  expect(await untilAsked(till, asked)).toEqual(['unpaid'])
  await expect(till.purchases.external.register(asked.id, { hash, ordinal: 0 })).rejects.toMatchObject({
    code: 'not-allowed',
  })
})

it('a restored ledger asks again about a payment that was registered since, and registers nothing twice', async () => {
  let file = ''
  const till = await open({ prepare: (ledgerFile) => void (file = ledgerFile) })
  await sandbox.control('settings', { pricesFrozen: true }, 'PATCH')
  const [asked, waiting] = [await ask(till), await ask(till, topup)]
  till.ledger.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(file, `${file}.copy`)
  const hash = await pay(till, asked)
  await untilAsked(till, asked)
  await till.purchases.external.register(asked.id, { hash, ordinal: 0 })
  await till.delivered(asked.id)
  till.kill()
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(`${file}.copy`, file)
  till.restart()
  await untilAsked(till, asked)
  expect([viewOf(till, asked), viewOf(till, waiting)]).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  await till.purchases.external.register(asked.id, { hash, ordinal: 0 })
  await till.delivered(asked.id)
  expect((await sandbox.witness(till.address)).registrations.map((one) => one.hash)).toEqual([hash])
  expect(viewOf(till, waiting)).toMatchObject({ state: 'waiting', arrivals: [] })
})

it('of two Tills that wait for one amount of one account, the later one asks what its payment bought', async () => {
  await sandbox.control('settings', { pricesFrozen: true }, 'PATCH')
  const till = await open()
  const other = await open({ account: till.account })
  other.state.registrationsHeld = true
  const choice = other.choice('harbour', 'usdc', topup, '+12015550199')
  const [asked, theirs] = [
    await ask(till),
    await askFor(other, await other.purchases.quote(other.service, choice, null)),
  ]
  const hash = await pay(till, asked)
  await Promise.all([untilPaid(till, asked), untilPaid(other, theirs)])
  await till.delivered(asked.id)
  other.state.registrationsHeld = false
  other.purchases.retry(theirs.id)
  await other.until(theirs.id, ({ attention }) => attention === 'registered-differently')
  expect(other.view(theirs.id).status).toBe('needs-you')
  const { registrations } = await sandbox.witness(till.address)
  expect(registrations.map((one) => [one.hash, one.reference])).toEqual([[hash, '+12015550123']])
})
