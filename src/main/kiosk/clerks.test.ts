import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSealer, SealError, type Sealer } from '../db/seal.ts'
import { openClerks, type Clerks } from './clerks.ts'

let db: WritableDb
let running = 0
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  running = 0
})
afterEach(() => db.close())

const sealer = createSealer(randomBytes(32))
const start = (with_: Sealer = sealer): Clerks =>
  openClerks({
    ledger: db,
    sealer: with_,
    now: () => 1_800_000_000_000,
    monotonic: () => running,
    pinCost: { N: 16, r: 1, p: 1 },
  })
const ana = { name: 'Ana', colour: 'teal', pin: '4711' } as const
const why = (tried: Promise<unknown>): Promise<unknown> =>
  tried.then(
    () => 'in',
    (error: unknown) =>
      error instanceof AppError ? [error.code, error.details?.reason ?? error.details?.where] : error,
  )

async function withAna(): Promise<{ clerks: Clerks; id: string }> {
  const clerks = start()
  await clerks.add(ana)
  return { clerks, id: clerks.list()[0]?.id ?? '' }
}

describe('clerks', () => {
  it('sign in by PIN, also after a restart, and no PIN is readable in the ledger', async () => {
    const { id } = await withAna()
    expect(await start().prove(id, '4711')).toEqual({ id, name: 'Ana', colour: 'teal', lockedOut: false })
    expect(await why(start().prove(id, '4712'))).toEqual(['wrong-pin', undefined])
    const { pin } = db.prepare('SELECT pin FROM clerks').get() as { pin: Buffer }
    expect(pin.toString('latin1')).not.toMatch(/4711|salt|hash/)
  })

  it('cannot use each other’s PIN, even by copying its bytes in the ledger', async () => {
    const { clerks, id } = await withAna()
    await clerks.add({ ...ana, name: 'Ben', pin: '0815' })
    const ben = clerks.list()[1]?.id ?? ''
    db.exec(`UPDATE clerks SET pin = (SELECT pin FROM clerks WHERE id = '${ben}') WHERE id = '${id}'`)
    expect(await why(clerks.prove(id, '0815'))).toEqual(['locked', undefined])
  })

  it('are listed with their last sign-in, which a PIN typed for a sale does not change', async () => {
    const { clerks, id } = await withAna()
    await clerks.prove(id, '4711')
    expect(clerks.list()).toMatchObject([{ lastSignedInAt: null }])
    clerks.noteSignIn(id)
    expect(start().list()).toMatchObject([{ lastSignedInAt: new Date(1_800_000_000_000).toISOString() }])
  })

  it('have distinct, visible names', async () => {
    const { clerks, id } = await withAna()
    for (const name of ['ána', ' ANA ', 'Ana\n'])
      expect(await why(clerks.add({ ...ana, name })), name).toEqual(['not-allowed', 'name-taken'])
    expect(await why(clerks.add({ ...ana, name: '\u200B ' }))).toEqual(['invalid-input', 'name'])
    clerks.change({ id, name: 'ANA', colour: 'rose' })
    expect(clerks.list()).toEqual([{ id, name: 'ANA', colour: 'rose', lockedOut: false, lastSignedInAt: null }])
  })

  it('wait after five wrong PINs and need the manager after ten, despite restarts and right PINs', async () => {
    const { id } = await withAna()
    let wrong = 0
    for (let tries = 0; tries < 500; tries++) {
      const clerks = start()
      running += 600_000
      if (((await why(clerks.prove(id, '0000'))) as string[])[0] === 'wrong-pin') wrong++
    }
    expect(wrong).toBe(10)
    running += 1e9
    expect(await why(start().prove(id, '4711'))).toEqual(['throttled', 'locked-out'])
    expect(start().list()[0]?.lockedOut).toBe(true)
    await start().setPin(id, '2709')
    expect(await why(start().prove(id, '2709'))).toBe('in')
    expect(await why(start().prove(id, '4711'))).toEqual(['wrong-pin', undefined])
  })

  it('are locked out by guesses between their own sign-ins, which one right PIN does not make good', async () => {
    const { clerks, id } = await withAna()
    let wrong = 0
    while (((await why(clerks.prove(id, '0000'))) as string[])[0] === 'wrong-pin') {
      wrong++
      if (wrong % 4 === 0 && wrong < 32) expect(await why(clerks.prove(id, '4711'))).toBe('in')
    }
    expect(wrong).toBe(32)
    expect(await why(start().prove(id, '4711'))).toEqual(['throttled', 'locked-out'])
    await clerks.setPin(id, '2709')
    expect(await why(clerks.prove(id, '2709'))).toBe('in')
  })

  it('are locked out at the thirtieth mistake that nothing made good', async () => {
    const { clerks, id } = await withAna()
    const make = (mistakes: number): unknown => db.prepare('UPDATE clerks SET mistakes = ?').run(mistakes)
    make(149)
    expect(clerks.get(id)?.lockedOut).toBe(false)
    make(150)
    expect(clerks.get(id)?.lockedOut).toBe(true)
  })

  it('gain no guess by a power cut: it counts as a mistake before its PIN is compared', async () => {
    const { clerks, id } = await withAna()
    const read = db.prepare('SELECT failures, mistakes FROM clerks')
    const guess = why(clerks.prove(id, '4711'))
    while ((read.get() as { failures: number }).failures === 0) await Promise.resolve()
    expect(read.get()).toEqual({ failures: 1, mistakes: 5 })
    expect(await guess).toBe('in')
    expect(read.get()).toEqual({ failures: 0, mistakes: 0 })
  })

  it('gain no faster guesses from parallel attempts', async () => {
    const { clerks, id } = await withAna()
    const answers = await Promise.all(Array.from({ length: 40 }, () => why(clerks.prove(id, '0000'))))
    expect(answers.filter((answer) => Array.isArray(answer) && answer[0] === 'wrong-pin')).toHaveLength(5)
  })

  it('have their wrong PINs counted until the manager sees them, even with right PINs between', async () => {
    const { clerks, id } = await withAna()
    await clerks.add({ ...ana, name: 'Ben', pin: '0815' })
    for (const pin of ['4712', '4711', '0000']) await why(clerks.prove(id, pin))
    await clerks.setPin(id, '2709')
    const wrong = [{ id, name: 'Ana', count: 2, lastAt: new Date(1_800_000_000_000).toISOString() }]
    expect(start().wrongPins()).toEqual(wrong)
    clerks.seeWrongPins()
    expect(start().wrongPins()).toEqual([])
    await why(clerks.prove(id, '4711'))
    expect(clerks.wrongPins()).toMatchObject([{ count: 1 }])
  })

  it('can be added and removed, and a removed clerk cannot sign in', async () => {
    const { clerks, id } = await withAna()
    clerks.remove(id)
    expect([clerks.list(), clerks.get(id)]).toEqual([[], null])
    expect(await why(clerks.prove(id, '4711'))).toEqual(['not-found', undefined])
    await clerks.add(ana)
    expect(clerks.list()).toHaveLength(1)
  })

  it('wait for the unlock while the records key is missing, and that is not a wrong PIN', async () => {
    const { id } = await withAna()
    const missing = (): never => {
      throw new SealError('Missing')
    }
    const closed = start({ seal: missing, unseal: missing })
    for (let tries = 0; tries < 12; tries++) expect(await why(closed.prove(id, '4711'))).toEqual(['locked', undefined])
    expect(await why(closed.add({ ...ana, name: 'Ben' }))).toEqual(['locked', undefined])
    expect(await why(start().prove(id, '4711'))).toBe('in')
  })
})
