import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { openTestSandbox } from '../../../testing/purchases/context.ts'
import { openCodes } from '../../codes/open-codes.ts'
import { openSimulation, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000
const code = { text: '6FGH-21KQ-P0ZV', pin: '4821' }

let world: Simulation | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

function open(returnsCodes = true): Simulation {
  const opened = openSimulation({ returnsCodes })
  opened.behaviour.codes = (spend) => (opened.behaviour.status(spend) === 'SUCCESS' ? [code] : [])
  return (world = opened)
}
const keptIn = (opened: Simulation) => (id: string) => opened.codes.list(id).map(({ text, pin }) => ({ text, pin }))
/** Returns whether the code is anywhere in the ledger's tables, as text. */
function isInClear({ books }: Simulation): boolean {
  const { ledger } = books.context
  const tables = ledger.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]
  const rows = tables.flatMap((name) => ledger.prepare(`SELECT * FROM "${name}"`).raw().all().flat())
  return rows.some((value) => Buffer.from(value instanceof Uint8Array ? value : String(value)).includes('21KQ'))
}

it('codes of a delivery are kept once, sealed, and stay removed', async () => {
  const world = open()
  const kept = keptIn(world)
  const [one, other] = [world.buy(), world.buy()]
  await world.run(5 * MINUTE)
  expect(world.view(one).status).toBe('delivered')
  expect([kept(one), kept(other), isInClear(world)]).toEqual([[code], [code], false])
  world.codes.remove(world.codes.list(one)[0]?.id ?? '')
  await world.run(60 * MINUTE)
  expect([kept(one), kept(other)]).toEqual([[], [code]])
})

it('codes are not taken from a record that is not delivered', async () => {
  const world = open()
  const kept = keptIn(world)
  world.behaviour.status = () => 'PROCESSING'
  world.behaviour.codes = () => [code]
  const id = world.buy()
  await world.run(10 * MINUTE)
  expect(kept(id)).toEqual([])
  world.behaviour.status = () => 'SUCCESS'
  await world.run(60 * MINUTE)
  expect(kept(id)).toEqual([code])
})

it('a delivery that only the list shows is read by its own record, once', async () => {
  const world = open()
  const kept = keptIn(world)
  world.behaviour.status = ({ at }) => (world.now() > at + 2 * MINUTE ? 'SUCCESS' : 'PENDING')
  const read = vi.spyOn(world.client, 'getTransaction')
  const ids = [world.buy(), world.buy(), world.buy()]
  await world.run(60 * MINUTE)
  expect(ids.map(kept)).toEqual(ids.map(() => [code]))
  expect(read.mock.calls.length).toBeLessThanOrEqual(ids.length)
})

it('without the setting, the list is enough', async () => {
  const world = open(false)
  world.behaviour.status = ({ at }) => (world.now() > at + 2 * MINUTE ? 'SUCCESS' : 'PENDING')
  const read = vi.spyOn(world.client, 'getTransaction')
  const ids = [world.buy(), world.buy(), world.buy()]
  await world.run(60 * MINUTE)
  expect(ids.map((id) => world.view(id).status)).toEqual(ids.map(() => 'delivered'))
  expect(read).not.toHaveBeenCalled()
})

it('a delivery waits for its record while that cannot be asked, and not for one that nobody can read', async () => {
  const world = open()
  world.behaviour.status = ({ at }) => (world.now() > at + 2 * MINUTE ? 'SUCCESS' : 'PENDING')
  const read = vi.spyOn(world.client, 'getTransaction')
  read.mockRejectedValue(new AppError('service-down', 'No'))
  const ids = [world.buy(), world.buy()]
  await world.run(20 * MINUTE)
  expect(ids.map((id) => world.view(id).status)).toEqual(ids.map(() => 'on-its-way'))
  read.mockRejectedValue(new AppError('service-malformed', 'No'))
  await world.run(60 * MINUTE)
  expect(ids.map((id) => world.view(id).status)).toEqual(ids.map(() => 'delivered'))
})

it('a delivery is read again once its codes can be sealed', async () => {
  const world = open()
  const kept = keptIn(world)
  let isMissing = true
  const { sealer } = world.books.context
  const seal = sealer.seal.bind(sealer)
  vi.spyOn(sealer, 'seal').mockImplementation((plain, purpose) => {
    if (isMissing && plain.includes('21KQ')) throw new AppError('internal', 'The records key is missing')
    return seal(plain, purpose)
  })
  world.behaviour.status = ({ at }) => (world.now() > at + 2 * MINUTE ? 'SUCCESS' : 'PENDING')
  const id = world.buy()
  await world.run(20 * MINUTE)
  expect([kept(id), world.view(id).status]).toEqual([[], 'on-its-way'])
  isMissing = false
  await world.run(20 * MINUTE)
  expect([kept(id), world.view(id).status]).toEqual([[code], 'delivered'])
})

it('a code that a service returns is kept once over its real answers, whatever happens to Till', async () => {
  const sandbox = await openTestSandbox()
  const till = await sandbox.till({ profile: { returnsCodes: true } })
  const changes = { deliverable: { voucher: { code: code.text, pin: code.pin }, url: 'http://127.0.0.1' } }
  for (const operation of ['getTransaction', 'registerTransaction'])
    await sandbox.fault({ operation, kind: 'patch', times: 1_000, about: till.address, changes })
  const kept = () => openCodes({ ...till.context, now: Date.now, isLocked: () => false })
  const { id } = await till.buy('harbour', 'usdc')
  till.state.locked = true
  await till.delivered(id)
  expect(kept().list(id)).toMatchObject([{ ...code, isFromService: true }])
  till.kill()
  till.restart()
  await till.untilSettled(id)
  expect(kept().list(id)).toHaveLength(1)
  const folder = dirname(till.ledger.name)
  for (const file of readdirSync(folder))
    expect([file, readFileSync(join(folder, file)).includes('21KQ')]).toEqual([file, false])
  expect(till.purchases.proof(id)).not.toContain('21KQ')
  await sandbox.reset()
  await sandbox.stop()
})
