import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { ClerkView } from '../../shared/kiosk/views.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSession, type Session } from './session.ts'
import type { ShopMark } from './shop-marker.ts'
import { ana } from '../../testing/fixtures/app.ts'

let db: WritableDb
let changes = 0
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  changes = 0
})
afterEach(() => db.close())

let here: ClerkView[] = [ana]
/** Who was noted as signed in. */
let noted: string[]
/** The mark in the data folder. */
let mark: ShopMark | null
beforeEach(() => {
  here = [ana]
  noted = []
  mark = null
})

const start = (): Session =>
  createSession({
    marker: { read: () => mark, remove: () => void (mark = null) },
    mark: () => void (mark = { wallet: null }),
    ledger: db,
    now: () => 1,
    clerks: {
      get: (id) => here.find((clerk) => clerk.id === id) ?? null,
      async prove(_id, pin) {
        if (pin !== '4711') throw new AppError('wrong-pin', 'Wrong')
        return ana
      },
      noteSignIn: (id) => void noted.push(id),
    },
    async provePassword(password) {
      if (password !== 'right') throw new AppError('wrong-password', 'Wrong')
    },
    onChanged: () => changes++,
  })

describe('session', () => {
  it('is the manager’s while shop mode is off', async () => {
    const session = start()
    expect(session.view()).toEqual({ on: false, role: 'manager', clerk: null })
    session.signOut()
    expect(session.role()).toBe('manager')
    await expect(session.turnOn('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(session.view().on).toBe(false)
  })

  it('starts with nobody signed in, and signs in by PIN or password', async () => {
    await start().turnOn('right')
    const session = start()
    expect(session.view()).toEqual({ on: true, role: 'nobody', clerk: null })
    await expect(session.signIn(ana.id, '0000')).rejects.toMatchObject({ code: 'wrong-pin' })
    expect([session.role(), noted]).toEqual(['nobody', []])
    await session.signIn(ana.id, '4711')
    expect([session.view(), noted]).toEqual([{ on: true, role: 'clerk', clerk: ana }, [ana.id]])
    await expect(session.signInManager('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(session.role()).toBe('clerk')
    await session.signInManager('right')
    expect(session.view()).toEqual({ on: true, role: 'manager', clerk: null })
    session.signOut()
    expect(session.role()).toBe('nobody')
    expect(changes).toBe(4)
  })

  it('ends for a clerk who is removed', async () => {
    const session = start()
    await session.turnOn('right')
    await session.signIn(ana.id, '4711')
    here = []
    expect(session.view()).toEqual({ on: true, role: 'nobody', clerk: null })
  })

  it('does not end with a ledger from before shop mode, as long as the folder is marked', () => {
    mark = { wallet: null }
    expect(start().role()).toBe('nobody')
    mark = null
    expect(start().role()).toBe('nobody')
  })

  it('turns shop mode off only with the password', async () => {
    const session = start()
    await session.turnOn('right')
    session.signOut()
    await expect(session.turnOff('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect([mark, start().role()]).toEqual([{ wallet: null }, 'nobody'])
    await session.turnOff('right')
    expect(start().view()).toEqual({ on: false, role: 'manager', clerk: null })
  })
})
