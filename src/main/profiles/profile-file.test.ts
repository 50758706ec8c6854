import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileInput } from '../../shared/services/profile.ts'
import { isLoopback } from '../../shared/safe-address.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSealer, SealError, type Sealer } from '../db/seal.ts'
import { hasOpenPurchases, insertPurchase } from '../purchases/purchase-repository.ts'
import { from, terms } from '../../testing/purchases/ledger.ts'
import { markTokenRefused, readProfiles, readToken } from '../settings/profiles-repository.ts'
import { openProfiles, type Profiles } from './profiles.ts'
import { startWithProfileFile } from './start-with-profile-file.ts'
import { createWaitingProfile, type WaitingProfile } from './waiting-profile.ts'

let folder: string
let ledger: WritableDb
let notes: string[]
let waiting: WaitingProfile
const sealer = createSealer(randomBytes(32))
const mine: ProfileInput = { name: 'Mine', baseUrl: 'http://127.0.0.1:4000', integrator: 'shop', token: 'one' }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-profile-file-'))
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  notes = []
})
afterEach(() => {
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts Till with `--profile` on a file with this content. */
function start(profile: ProfileInput, withSealer: Sealer = sealer, hasPassword = false): Profiles {
  const mayUse = (baseUrl: string): boolean => isLoopback(new URL(baseUrl).hostname)
  const profiles = openProfiles({
    ledger,
    sealer: withSealer,
    now: Date.now,
    offered: null,
    mayUse,
    networks: () => [],
    signal: new AbortController().signal,
  })
  const file = join(folder, 'profile.json')
  writeFileSync(file, JSON.stringify(profile))
  waiting = createWaitingProfile(profiles)
  const say = (sentence: string): void => void notes.push(sentence)
  startWithProfileFile(profiles, waiting, file, hasPassword, { replaced: say, waits: say })
  return profiles
}

function buyAt(profileId: string): void {
  const purchase = { id: randomUUID(), createdAt: 1, profileId, chainInstance: '7:0x0', from, terms }
  insertPurchase(ledger, { ...purchase, sealedDelivery: sealer.seal('{}', 'delivery') })
}

describe('a profile file', () => {
  it('is used at the first start, and silently again at the next', () => {
    const first = start(mine).current()
    expect(first).toMatchObject({ settings: { name: 'Mine' }, hasToken: true })
    expect(start(mine).current()).toEqual(first)
    expect(notes).toEqual([])
  })

  it('of another service replaces the one in use, says so, and keeps the old one with its purchases', () => {
    const before = start(mine).current()
    buyAt(before?.id ?? '')
    const after = start({ name: 'Other', baseUrl: 'http://127.0.0.1:5000', integrator: 'shop' }).current()
    expect(after).toMatchObject({ settings: { baseUrl: 'http://127.0.0.1:5000' }, hasToken: false })
    expect(notes).toEqual([
      'Till now uses Other (http://127.0.0.1:5000) instead of Mine (http://127.0.0.1:4000), whose purchases are kept and ' +
        'taken to their end. To change it back: Settings, Service.',
    ])
    expect(readProfiles(ledger).find(({ id }) => id === before?.id)).toEqual(before)
    expect(hasOpenPurchases(ledger, before?.id ?? '')).toBe(true)
    expect(start(mine).current()?.id).toBe(before?.id)
  })

  it('with other settings of the same service changes them, except those that an open purchase froze', () => {
    const { id } = start(mine).current()!
    expect(start({ ...mine, requestsPerHour: 50 }).current()).toMatchObject({ id, settings: { requestsPerHour: 50 } })
    buyAt(id)
    const next = start({ ...mine, requestsPerHour: 60 }).current()!
    expect(next.id).not.toBe(id)
    expect(readToken(ledger, sealer, next.id)).toBe('one')
    expect(start({ ...mine, requestsPerHour: 60 }).current()?.id).toBe(next.id)
    expect(readProfiles(ledger)).toHaveLength(2)
    expect(notes).toEqual([])
  })

  it('brings a new token, but never accepts a refused one again', () => {
    const { id } = start(mine).current()!
    markTokenRefused(ledger, id)
    expect(start(mine).current()?.tokenRefused).toBe(true)
    expect(start({ ...mine, token: 'two' }).current()?.tokenRefused).toBe(false)
    expect(readToken(ledger, sealer, id)).toBe('two')
  })

  it('does not stop Till’s start while its token cannot be compared', () => {
    const before = start(mine).current()
    const missing = (): never => {
      throw new SealError('missing')
    }
    expect(start(mine, { seal: missing, unseal: missing }).current()).toEqual(before)
  })

  it('of a service that this window may not use is refused, naming the flag, and changes nothing', () => {
    const before = start(mine).current()
    const remote = { name: 'Far', baseUrl: 'https://service.example', integrator: 'shop' }
    expect(() => start(remote)).toThrow(/only use services of this machine; --allow-remote-service/)
    expect(start(mine).current()).toEqual(before)
  })
})

describe('a profile file, if the wallet has a password,', () => {
  const other = { name: 'Other', baseUrl: 'http://127.0.0.1:5000', integrator: 'shop' }
  const startAgain = (profile: ProfileInput): Profiles => start(profile, sealer, true)

  it('of another service waits, says so, and is used once the password was checked', async () => {
    const before = start(mine).current()
    const profiles = startAgain(other)
    expect(profiles.current()).toEqual(before)
    expect(waiting.view()).toEqual(other)
    expect(notes).toEqual([
      'Till still uses Mine (http://127.0.0.1:4000). To use Other (http://127.0.0.1:5000), type the wallet’s password in the window.',
    ])
    await waiting.use()
    expect(profiles.current()).toMatchObject({ settings: other })
    expect(waiting.view()).toBeNull()
    await expect(waiting.use()).rejects.toThrow('No service waits')
    notes = []
    expect(startAgain(other).current()).toMatchObject({ settings: other })
    expect([waiting.view(), notes]).toEqual([null, []])
  })

  it('is forgotten until the next start if the current service is kept', () => {
    const before = start(mine).current()
    startAgain(other)
    waiting.drop()
    expect(waiting.view()).toBeNull()
    expect(startAgain(mine).current()).toEqual(before)
    startAgain(other)
    expect(waiting.view()).toEqual(other)
  })

  it.each([
    ['of another integrator', { ...mine, integrator: 'else' }],
    ['with a node of its own', { ...mine, rpcUrls: { '1': ['http://127.0.0.1:8545'] } }],
    ['with a higher fee cap', { ...mine, feeCaps: { '1': '5' } }],
    ['with a price feed', { ...mine, priceFeeds: { '1': '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419' } }],
  ] satisfies [string, ProfileInput][])('%s waits too', (_, changed) => {
    const before = start(mine).current()
    expect(startAgain(changed).current()).toEqual(before)
    expect(waiting.view()).not.toBeNull()
  })

  it('waits without a service in use, which a new ledger does not name', () => {
    expect(startAgain(mine).current()).toBeNull()
    expect(waiting.view()).toMatchObject({ name: 'Mine' })
  })

  it('brings a new token for the service in use at once', () => {
    const { id } = start(mine).current()!
    expect(startAgain({ ...mine, token: 'two' }).current()?.id).toBe(id)
    expect([readToken(ledger, sealer, id), waiting.view()]).toEqual(['two', null])
  })

  it('of a service that this window may not use still ends the start', () => {
    start(mine)
    expect(() => startAgain({ ...other, baseUrl: 'https://service.example' })).toThrow(/--allow-remote-service/)
  })
})
