import { copyFileSync, rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { failing, openTestSandbox, otherTopup, topup, type TestSandbox } from '../../../testing/purchases/context.ts'
import { createWatching } from '../../../testing/external/watching.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, askFor, pay, viewOf, untilPaid, untilAsked, untilMined } = createWatching(() => sandbox)

it('a second payment after the purchase settled is a question', async () => {
  const till = await open()
  const asked = await ask(till)
  await pay(till, asked)
  await untilPaid(till, asked)
  await till.untilSettled(asked.id)
  await untilMined(till, await pay(till, asked))
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
  await untilMined(till, hash)
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
  other.purchases.checkNow(theirs.id)
  await other.until(theirs.id, ({ attention }) => attention === 'registered-differently')
  expect(other.view(theirs.id).status).toBe('needs-you')
  const { registrations } = await sandbox.witness(till.address)
  expect(registrations.map((one) => [one.hash, one.reference])).toEqual([[hash, '+12015550123']])
})

it('of two Tills that report one payment at the same time, the first decides, and the other asks and stays as it is', async () => {
  await sandbox.control('settings', { pricesFrozen: true }, 'PATCH')
  const tills = [await open()]
  tills.push(await open({ account: tills[0]!.account }))
  const asked = [
    await ask(tills[0]!),
    await askFor(
      tills[1]!,
      await tills[1]!.purchases.quote(
        tills[1]!.service,
        tills[1]!.choice('harbour', 'usdc', topup, '+12015550199'),
        null,
      ),
    ),
  ]
  const hash = await pay(tills[0]!, asked[0]!)
  await Promise.all(tills.map((till, index) => untilPaid(till, asked[index]!)))
  const ended = await Promise.all(
    tills.map((till, index) =>
      till.until(asked[index]!.id, ({ status, attention }) => status === 'delivered' || attention !== null),
    ),
  )
  expect(ended.map(({ status }) => status).sort()).toEqual(['delivered', 'needs-you'])
  const second = ended.findIndex(({ status }) => status === 'needs-you')
  expect(ended[second]?.attention).toBe('registered-differently')
  expect(tills[second]?.purchases.proof(asked[second]!.id)).toContain(hash)
  expect((await sandbox.witness(tills[0]!.address)).registrations.map((one) => one.hash)).toEqual([hash])
})

it('coins that pay neither of two purchases are asked about at one of them, and at the other once the first is paid', async () => {
  const till = await open()
  const [first, last] = [await ask(till), await ask(till, otherTopup)]
  await untilMined(till, await pay(till, first, { units: 1n }))
  expect(await untilAsked(till, last)).toEqual(['too-little'])
  await till.purchases.external.look(first.id, null)
  expect(viewOf(till, first).arrivals).toEqual([])
  await pay(till, last)
  await untilPaid(till, last)
  await till.purchases.external.look(first.id, null)
  expect(await untilAsked(till, first)).toEqual(['too-little'])
  expect(viewOf(till, last).arrivals).toEqual([])
})

it('an answer in two windows at once is taken once, and whichever came first holds', async () => {
  const till = await open()
  const { external } = till.purchases
  const [asked, other] = [await ask(till), await ask(till, otherTopup)]
  const hash = await pay(till, asked, { units: 1n })
  const theirs = await pay(till, other, { units: 2n })
  await vi.waitUntil(() => viewOf(till, other).arrivals.length === 2, { timeout: 20_000, interval: 50 })
  const place = { hash, ordinal: 0 }
  const twice = await Promise.allSettled([external.register(other.id, place), external.register(other.id, place)])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(() => external.dismiss(other.id, place)).toThrow(expect.objectContaining({ code: 'not-found' }))
  await till.until(other.id, ({ registration }) => registration.state !== 'none')
  // The other arrival was not registered: it is a question of the purchase that still waits.
  expect(await untilAsked(till, asked)).toEqual(['too-little'])
  expect(viewOf(till, asked).arrivals).toMatchObject([{ hash: theirs, canRegister: true }])
  expect(viewOf(till, other).arrivals).toEqual([])
})

it('a dismissal in one window while another one registers holds, and nothing is lost', async () => {
  const till = await open()
  const { external } = till.purchases
  const asked = await ask(till)
  const hash = await pay(till, asked, { units: 1n })
  await untilAsked(till, asked)
  const registering = external.register(asked.id, { hash, ordinal: 0 })
  external.dismiss(asked.id, { hash, ordinal: 0 })
  await expect(registering).rejects.toMatchObject({ code: 'not-found' })
  expect(viewOf(till, asked)).toMatchObject({ state: 'waiting', arrivals: [], unused: [{ hash }] })
  expect(await external.look(asked.id, hash)).toMatchObject({ arrivals: [{ hash }], unused: [] })
})

it('the account may be switched while another wallet pays, and its key imported', async () => {
  const till = await open()
  const asked = await ask(till)
  till.state.isWatched = false
  const own = await till.buy('harbour', 'usdc', otherTopup)
  // Both use the account's next nonce.
  await till.delivered(own.id)
  const hash = await pay(till, asked)
  await untilPaid(till, asked)
  await till.delivered(asked.id)
  const { registrations } = await sandbox.witness(till.address)
  expect(registrations.filter((one) => one.hash === hash)).toHaveLength(1)
  expect(registrations).toHaveLength(2)
  expect(till.purchases.external.attention()).toEqual([])
})

it('a failed purchase is refunded to the account that paid, and counted', async () => {
  const till = await open()
  const asked = await ask(till, failing)
  const hash = await pay(till, asked)
  await untilPaid(till, asked)
  const refunded = await till.until(asked.id, ({ status }) => status === 'refunded')
  expect(refunded.refund.state).toBe('seen')
  expect(viewOf(till, asked).arrivals).toEqual([])
  expect(till.purchases.proof(asked.id)).toContain(hash)
})

it.each(['paid', 'stopped'] as const)('a payment days after the request was %s is a question', async (end) => {
  const till = await open()
  const asked = await ask(till)
  if (end === 'stopped') await till.purchases.external.stop(asked.id)
  else {
    await pay(till, asked)
    await untilPaid(till, asked)
  }
  till.kill()
  till.clock.skewMs = 5 * 24 * 3_600_000
  till.restart()
  await vi.waitUntil(() => viewOf(till, asked).lookedAt !== null, { timeout: 10_000 })
  await untilMined(till, await pay(till, asked))
  await till.purchases.external.look(asked.id, null)
  expect(await untilAsked(till, asked)).toEqual([end === 'paid' ? 'twice' : 'stopped'])
})

it('a damaged record of what arrived for one payment hides no other payment', async () => {
  const till = await open()
  const [sound, damaged] = [await ask(till, otherTopup), await ask(till)]
  await pay(till, damaged, { units: 1n })
  await untilAsked(till, damaged)
  till.ledger.prepare("UPDATE external_arrivals SET units = 'x'").run()
  expect(till.purchases.external.list()).toMatchObject([{ id: sound.id }])
  expect(till.purchases.external.attention()).toEqual([])
})
