import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CustomerFace } from '../../shared/kiosk/customer-views.ts'
import { createSealer } from '../db/seal.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { openKiosk, type Kiosk } from './open-kiosk.ts'

const sealer = createSealer(new Uint8Array(32))
let ledger: WritableDb
let kiosk: Kiosk
let dataDir: string
let clock = 0
let locked = false
let customerDisplay: 'automatic' | 'off' = 'automatic'
/** Whether the customer was given a window, each time that changed; and what the customer saw. */
let customerWindow: boolean[] = []
let seen: CustomerFace[] = []
beforeEach(() => {
  vi.useFakeTimers()
  clock = 0
  locked = false
  customerDisplay = 'automatic'
  customerWindow = []
  seen = []
  dataDir = mkdtempSync(join(tmpdir(), 'till-kiosk-'))
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  kiosk = openKiosk({
    log: () => undefined,
    config: { dataDir },
    ledger,
    sealer,
    now: () => 1,
    monotonic: () => clock,
    vault: {
      isLocked: () => locked,
      verify: () => Promise.resolve(),
      lock: async () => void (locked = true),
      walletId: () => 'w',
    },
    unlock: async () => void (locked = false),
    settings: () => ({ lockAfterMinutes: 5, idleMinutes: 2, customerDisplay }),
    shell: {
      setKiosk: () => Promise.resolve(),
      customerWindow: { set: (on) => void customerWindow.push(on) },
    },
    changed: () => undefined,
    customerChanged: () => seen.push(kiosk.customerDisplay.current()),
  })
})
afterEach(() => {
  kiosk.idleTimer.stop()
  ledger.close()
  rmSync(dataDir, { recursive: true })
  vi.useRealTimers()
})

function pass(minutes: number): void {
  clock += minutes * 60_000
  vi.advanceTimersByTime(5_000)
}

it('locks an idle wallet at home', () => {
  pass(4)
  expect(locked).toBe(false)
  pass(1)
  expect(locked).toBe(true)
})

it('signs an idle user out in shop mode and leaves the wallet unlocked', async () => {
  pass(1)
  await kiosk.session.turnOn('right')
  // A new session starts with the full idle time.
  pass(1.5)
  expect(kiosk.session.role()).toBe('manager')
  kiosk.idleTimer.restart()
  pass(1.5)
  expect(kiosk.session.role()).toBe('manager')
  pass(0.5)
  expect(kiosk.session.role()).toBe('nobody')
  pass(600)
  expect(locked).toBe(false)
})

it('marks the folder with the wallet that is there now', async () => {
  const marker = join(dataDir, 'shop-mode.json')
  writeFileSync(marker, JSON.stringify({ wallet: 'another' }))
  await kiosk.session.turnOn('right')
  expect(JSON.parse(readFileSync(marker, 'utf8'))).toEqual({ wallet: 'w' })
})

it('stores PINs so that one guess takes 64 MiB and over a hundred thousand rounds', async () => {
  await kiosk.clerks.add({ name: 'Ana', colour: 'teal', pin: '4711' })
  const { id, pin } = ledger.prepare('SELECT id, pin FROM clerks').get() as { id: string; pin: Uint8Array }
  const { N, r, p } = JSON.parse(sealer.unseal(pin, `clerk ${id} pin`)) as Record<'N' | 'r' | 'p', number>
  expect(128 * N * r).toBeGreaterThanOrEqual(64 * 2 ** 20)
  expect(N * p).toBeGreaterThan(100_000)
})

it('clears what the customer sees when the user changes, and says so once', async () => {
  await kiosk.session.turnOn('right')
  await kiosk.clerks.add({ name: 'Ana', colour: 'teal', pin: '4711' })
  const [{ id } = { id: '' }] = kiosk.clerks.list()
  const face: CustomerFace = { kind: 'check', product: null, reference: null, price: null }
  for (const change of [
    () => kiosk.session.signIn(id, '4711'),
    () => kiosk.session.signInManager('right'),
    () => Promise.resolve(kiosk.session.signOut()),
    () => kiosk.session.turnOff('right'),
  ]) {
    kiosk.customerDisplay.show(face)
    seen = []
    await change()
    expect(seen).toEqual([{ kind: 'idle' }])
    kiosk.customerDisplay.clear()
    expect(seen).toHaveLength(1)
  }
})

it('gives the customer a window in shop mode only, and not if the settings say so', async () => {
  kiosk.placeCustomerWindow()
  expect(customerWindow).toEqual([])
  await kiosk.session.turnOn('right')
  kiosk.placeCustomerWindow()
  kiosk.placeCustomerWindow()
  customerDisplay = 'off'
  kiosk.placeCustomerWindow()
  customerDisplay = 'automatic'
  kiosk.placeCustomerWindow()
  await kiosk.session.turnOff('right')
  kiosk.placeCustomerWindow()
  expect(customerWindow).toEqual([true, false, true, false])
})
