import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestVault, testPhrase, strong, type TestVault } from '../../src/testing/vault/vault.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import { openKiosk } from '../../src/main/kiosk/open-kiosk.ts'
import { createRandom, type Random } from '../world/random.ts'
import { guess, openGuessedTill, type GuessedTill } from './till.ts'

const PIN = '4711'
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

let till: GuessedTill
let ids: string[]
beforeEach(async () => {
  till = openGuessedTill()
  for (const name of ['Ana', 'Ben', 'Cleo']) await till.clerks.add({ name, colour: 'teal', pin: PIN })
  ids = till.clerks.list().map(({ id }) => id)
})
afterEach(() => till.close())

const wrongPin = (random: Random): string => String(random.below(4_000)).padStart(4, '0')
const left = (): boolean[] => till.clerks.list().map(({ lockedOut }) => lockedOut)

describe('an attacker who guesses clerks’ PINs', () => {
  it('has ten guesses at each until the manager sets another, despite restarts, set clocks, alternating clerks and parallel guesses', async () => {
    const random = createRandom(11)
    const tried: Promise<string>[] = []
    for (let step = 0; step < 1_500; step++) {
      const many = random.below(4) === 0 ? 1 + random.below(20) : 1
      const now = Array.from({ length: many }, () => guess(till.clerks, random.pick(['', ...ids]), wrongPin(random)))
      tried.push(...now)
      // Some processes are killed in the middle of a guess.
      if (random.below(3) > 0) await Promise.all(now)
      if (random.below(5) === 0) till.restart()
      till.clock.now += random.below(2) === 0 ? YEAR_MS : -YEAR_MS
      till.clock.running += random.below(HOUR_MS)
    }
    const answers = await Promise.all(tried)
    expect(answers.length).toBeGreaterThan(4_000)
    expect(answers).not.toContain('in')
    expect(ids.map((id) => till.reached(id))).toEqual([10, 10, 10])
    expect(left()).toEqual([true, true, true])
  })

  it('is refused even the right PIN from then on, and signs in only with the manager’s new one', async () => {
    const [ana = ''] = ids
    for (let tries = 0; tries < 10; tries++) {
      await guess(till.clerks, ana, '0000')
      till.clock.running += HOUR_MS
    }
    for (let tries = 0; tries < 200; tries++) {
      if (tries % 10 === 0) till.restart()
      till.clock.running += 24 * HOUR_MS
      till.clock.now += YEAR_MS
      expect(await guess(till.clerks, ana, PIN)).toBe('locked-out')
      till.clerks.change({ id: ana, name: `Ana ${tries}`, colour: 'rose' })
    }
    expect(till.reached(ana)).toBe(10)
    expect(left()).toEqual([true, false, false])
    await till.clerks.setPin(ana, '2709')
    expect(await guess(till.clerks, ana, PIN)).toBe('wrong-pin')
    expect(await guess(till.clerks, ana, '2709')).toBe('in')
  })

  it('gets no more guesses from hundreds in parallel that take an hour each', async () => {
    const [ana = ''] = ids
    till.onReached = () => (till.clock.running += HOUR_MS)
    const answers = await Promise.all(Array.from({ length: 300 }, () => guess(till.clerks, ana, '0000')))
    expect(answers.filter((answer) => answer === 'wrong-pin')).toHaveLength(10)
    expect(till.reached(ana)).toBe(10)
  })

  it('has thirty guesses and one more for every five sign-ins of the clerk, however they alternate', async () => {
    const random = createRandom(12)
    const [ana = ''] = ids
    let [wrong, right] = [0, 0]
    for (let day = 0; day < 3; day++) {
      for (let signIn = 0; signIn < 100; signIn++) {
        for (let tries = random.below(9); tries > 0; tries--) {
          if ((await guess(till.clerks, ana, wrongPin(random))) === 'wrong-pin') wrong++
          till.clock.running += HOUR_MS
        }
        if (random.below(10) === 0) till.restart()
        if ((await guess(till.clerks, ana, PIN)) === 'in') right++
      }
    }
    expect(left()[0]).toBe(true)
    expect(wrong).toBeGreaterThanOrEqual(30)
    expect(wrong).toBeLessThanOrEqual(30 + right / 5)
    expect(till.reached(ana)).toBe(wrong + right)
  })

  it('differs from a clerk who mistypes every tenth time, who is never locked out', async () => {
    const [ana = ''] = ids
    for (let signIn = 0; signIn < 1_000; signIn++) {
      if (signIn % 10 === 0) await guess(till.clerks, ana, '0000')
      expect(await guess(till.clerks, ana, PIN)).toBe('in')
    }
  })
})

describe('a clerk’s PIN', () => {
  let vaults: TestVault
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    vaults = createTestVault()
  })
  afterEach(async () => {
    await vaults.close()
    vi.useRealTimers()
  })

  const dataDir = mkdtempSync(join(tmpdir(), 'till-pins-'))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  it('reveals nothing of the vault: it unlocks nothing, is no password, and leaves a locked wallet locked', async () => {
    const vault = vaults.open()
    await vault.restore({ words: testPhrase, passphrase: '' }, strong)
    const kiosk = openKiosk({
      log: () => undefined,
      config: { dataDir },
      ledger: vaults.ledger,
      sealer: createSealer(new Uint8Array(32)),
      vault,
      now: () => vaults.clock.now,
      monotonic: () => vaults.clock.running,
      unlock: (typed) => vault.unlock(typed),
      settings: () => ({ lockAfterMinutes: 5, idleMinutes: 2, customerDisplay: 'off' }),
      shell: { setKiosk: () => Promise.resolve(), customerWindow: { set: () => undefined } },
      changed: () => undefined,
      customerChanged: () => undefined,
    })
    await kiosk.clerks.add({ name: 'Ana', colour: 'teal', pin: PIN })
    const [{ id } = { id: '' }] = kiosk.clerks.list()
    await kiosk.session.turnOn(strong)
    await vault.lock()
    kiosk.session.signOut()
    await kiosk.session.signIn(id, PIN)
    expect([kiosk.session.role(), vault.isLocked()]).toEqual(['clerk', true])
    for (const tried of [kiosk.session.signInManager(PIN), vault.unlock(PIN)])
      await expect(tried).rejects.toMatchObject({ code: 'wrong-password' })
    expect([kiosk.session.role(), vault.isLocked()]).toEqual(['clerk', true])
    await kiosk.session.signInManager(strong)
    expect([kiosk.session.role(), vault.isLocked()]).toEqual(['manager', false])
    kiosk.idleTimer.stop()
  }, 60_000)
})
