import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSealer, SealError } from '../db/seal.ts'
import { profileSchema, type Profile, type ProfileInput } from '../../shared/services/profile.ts'
import { profileView } from '../../shared/services/views.ts'
import { loadProfileFile } from './load-profile-file.ts'
import { markTokenRefused, readCurrentProfile, readProfile, readProfiles, readToken } from './profiles-repository.ts'
import { readRememberedAddresses, rememberAddress } from './remembered-addresses-repository.ts'
import { saveProfile } from './save-profile.ts'
import { readSettings, writeSettings } from './settings-repository.ts'
import { toProfileView } from './to-profile-view.ts'

let folder: string
let db: WritableDb
let open: Set<string>
const sealer = createSealer(randomBytes(32))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-settings-'))
  db = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  open = new Set()
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const profile = (more: Partial<ProfileInput> = {}): Profile =>
  profileSchema.parse({ name: 'Shop', baseUrl: 'https://service.example', integrator: 'shop', ...more })

let time = 1_000
function save(input: Omit<Profile, 'token'> & { token?: string | undefined }): ReturnType<typeof saveProfile> {
  return saveProfile(
    { db, sealer, newId: randomUUID, now: () => (time += 1), hasOpenPurchases: (id) => open.has(id) },
    input,
  )
}

describe('settings', () => {
  it('start with defaults and keep each change', () => {
    const chosenNothing = { locale: null, homeCountry: null, shopView: null }
    const usual = { theme: 'system', lockAfterMinutes: 5, idleMinutes: 5, pinAtSale: false }
    const customer = { customerStands: 'across', customerDisplay: 'automatic' }
    expect(readSettings(db)).toEqual({ ...chosenNothing, ...usual, ...customer })
    writeSettings(db, { theme: 'dark' })
    expect(writeSettings(db, { homeCountry: 'MX' })).toMatchObject({ theme: 'dark', homeCountry: 'MX' })
    expect(readSettings(db)).toMatchObject({ theme: 'dark', homeCountry: 'MX', lockAfterMinutes: 5 })
  })

  it('refuse an invalid value and keep the old one', () => {
    writeSettings(db, { lockAfterMinutes: 10 })
    expect(() => writeSettings(db, { lockAfterMinutes: 0 })).toThrow()
    expect(() => writeSettings(db, { idleMinutes: 0 })).toThrow()
    expect(readSettings(db).lockAfterMinutes).toBe(10)
  })

  it('fall back field by field on invalid values', () => {
    db.prepare('INSERT INTO settings (id, body) VALUES (1, ?)').run('{"theme":"sepia","lockAfterMinutes":7}')
    expect(readSettings(db)).toMatchObject({ theme: 'system', lockAfterMinutes: 7 })
  })
})

describe('profiles', () => {
  it('do not exist before the first', () => {
    expect(readCurrentProfile(db)).toBeNull()
  })

  it('keep the token sealed and separate', () => {
    const saved = save(profile({ token: 'tok-123456' }))
    expect(saved).toMatchObject({ hasToken: true, tokenRefused: false })
    expect(JSON.stringify(saved)).not.toContain('tok-123456')
    expect(readToken(db, sealer, saved.id)).toBe('tok-123456')
    expect(JSON.stringify(db.prepare('SELECT id, body, CAST(sealed_token AS TEXT) FROM profiles').all())).not.toContain(
      'tok-1',
    )
    expect(() => readToken(db, createSealer(randomBytes(32)), saved.id)).toThrow(SealError)
  })

  it('keep an omitted token, remove an empty one, replace another', () => {
    const first = save(profile({ token: 'one' }))
    const edited = save(profile({ name: 'Renamed' }))
    expect(edited.id).toBe(first.id)
    expect(readToken(db, sealer, edited.id)).toBe('one')
    save({ ...profile(), token: 'two' })
    expect(readToken(db, sealer, first.id)).toBe('two')
    expect(save({ ...profile(), token: '' }).hasToken).toBe(false)
  })

  it('remember a refused token until it is edited', () => {
    const { id } = save(profile({ token: 'bad' }))
    markTokenRefused(db, id)
    expect(save(profile({ name: 'Other name' })).tokenRefused).toBe(true)
    expect(save(profile({ token: 'good' })).tokenRefused).toBe(false)
    save({ ...profile(), token: '' })
    markTokenRefused(db, id)
    expect(readProfile(db, id)?.tokenRefused).toBe(false)
  })

  it('with open purchases are replaced by a new one, which inherits token and known addresses', () => {
    const old = save(profile({ token: 'one' }))
    rememberAddress(db, { profileId: old.id, chainInstance: '1:0xaa', address: '0xAB', firstSeen: 5 })
    open.add(old.id)
    const next = save(profile({ intentChain: 'chain-id' }))
    expect(next.id).not.toBe(old.id)
    expect(readCurrentProfile(db)).toEqual(next)
    expect(readProfile(db, old.id)?.settings.intentChain).toBe('network-key')
    expect(readToken(db, sealer, next.id)).toBe('one')
    expect(readToken(db, sealer, old.id)).toBe('one')
    expect(readRememberedAddresses(db, next.id, '1:0xaa')).toEqual(['0xab'])
  })

  it('replace a token in place even with open purchases, which need the one that works', () => {
    const { id } = save(profile({ token: 'bad' }))
    open.add(id)
    markTokenRefused(db, id)
    expect(save(profile({ token: 'good' }))).toMatchObject({ id, tokenRefused: false })
    expect(readProfiles(db)).toHaveLength(1)
  })

  it('never send a token to another origin', () => {
    save(profile({ token: 'secret' }))
    expect(save(profile({ baseUrl: 'https://elsewhere.example' })).hasToken).toBe(false)
    expect(save(profile({ baseUrl: 'https://elsewhere.example', token: 'theirs' })).hasToken).toBe(true)
    expect(save(profile({ baseUrl: 'https://elsewhere.example', integrator: 'another' })).hasToken).toBe(true)
  })

  it('of a service used before keep its old id', () => {
    const first = save(profile({ token: 'one' }))
    save(profile({ baseUrl: 'http://127.0.0.1:4000' }))
    expect(save(profile())).toMatchObject({ id: first.id, hasToken: true })
    expect(readCurrentProfile(db)?.id).toBe(first.id)
    expect(readProfiles(db)).toHaveLength(2)
  })

  it('stay unchanged when saving fails midway', () => {
    const before = save(profile({ token: 'one' }))
    open.add(before.id)
    const broken = {
      seal: sealer.seal,
      unseal: () => {
        throw new SealError('no')
      },
    }
    const options = { db, sealer: broken, newId: randomUUID, now: () => 1, hasOpenPurchases: () => true }
    expect(() => saveProfile(options, profile({ name: 'New' }))).toThrow(SealError)
    expect(readCurrentProfile(db)).toEqual(before)
    expect(readProfiles(db)).toHaveLength(1)
  })

  it('show a renderer what the contract allows', () => {
    const saved = save(profile({ token: 'one', faucetUrl: 'http://127.0.0.1:4000/faucet' }))
    expect(profileView.parse(toProfileView(saved))).toMatchObject({
      id: saved.id,
      hasToken: true,
      faucet: true,
      playMoney: true,
    })
    expect(toProfileView(save(profile()))).toMatchObject({ faucet: false, playMoney: false })
  })
})

describe('remembered addresses', () => {
  it('keep the first time of each, per profile and chain', () => {
    const { id } = save(profile())
    const remember = (chainInstance: string, address: string, firstSeen: number): void =>
      rememberAddress(db, { profileId: id, chainInstance, address, firstSeen })
    remember('1:0xaa', '0xAB', 5)
    remember('1:0xaa', '0xab', 9)
    remember('1:0xaa', '0x01', 7)
    remember('2:0xbb', '0xcd', 6)
    expect(readRememberedAddresses(db, id, '1:0xaa')).toEqual(['0xab', '0x01'])
    expect(readRememberedAddresses(db, id, '3:0xcc')).toEqual([])
  })
})

describe('the profile file', () => {
  const write = (text: string): string => {
    const file = join(folder, 'profile.json')
    writeFileSync(file, text)
    return file
  }

  it('is read with its defaults', () => {
    const file = write('\ufeff{"name":"Shop","baseUrl":"https://service.example","integrator":"shop"}')
    expect(loadProfileFile(file)).toEqual(profile())
  })

  it.each([
    ['no file', () => join(folder, 'missing.json'), /missing\.json cannot be read: there is no such file\.$/],
    ['a folder', () => folder, /cannot be read: it is a folder\.$/],
    ['no JSON', () => write('{"token": "very-secret'), /profile\.json is not JSON\.$/],
    [
      'missing fields',
      () => write('{"name":"x"}'),
      /profile\.json cannot be used: "baseUrl" is missing; "integrator" is missing\.$/,
    ],
    [
      'an unsafe address',
      () => write('{"name":"x","baseUrl":"http://s.example","integrator":"i","token":"very-secret"}'),
      /: "baseUrl" must be an address that is https, or http on this machine\.$/,
    ],
    [
      'values of another kind',
      () =>
        write(
          '{"name":7,"baseUrl":"https://s.example","integrator":"","token":["very-secret"],"requestsPerHour":0,"quoteDialect":"v2"}',
        ),
      /"name" must be text in quotes; "integrator" must not be empty; "token" must be text in quotes; "quoteDialect" must be "v1" or "alternate"; "requestsPerHour" must be at least 1\.$/,
    ],
    [
      'a setting that there is not',
      () => write('{"name":"x","baseUrl":"https://s.example","integrator":"i","quoteDialekt":"very-secret"}'),
      /: "quoteDialekt" is no setting of a profile\.$/,
    ],
    ['no object', () => write('[]'), /must hold one JSON object with name, baseUrl and integrator\.$/],
  ])('reports clearly what is wrong with %s, without quoting it', (_, file, message) => {
    let reported = ''
    try {
      loadProfileFile(file())
    } catch (error) {
      reported = String(error)
    }
    expect(reported).toMatch(message)
    expect(reported).not.toContain('very-secret')
  })
})
