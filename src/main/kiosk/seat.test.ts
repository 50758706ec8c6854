import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { ClerkView } from '../../shared/kiosk/views.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSeat, type Seat } from './seat.ts'

let db: WritableDb
let changes = 0
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  changes = 0
})
afterEach(() => db.close())

const ana: ClerkView = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false }
let here: ClerkView[] = [ana]
beforeEach(() => {
  here = [ana]
})

const start = (): Seat =>
  createSeat({
    ledger: db,
    now: () => 1,
    clerks: {
      get: (id) => here.find((clerk) => clerk.id === id) ?? null,
      async prove(_id, pin) {
        if (pin !== '4711') throw new AppError('wrong-pin', 'Wrong')
        return ana
      },
    },
    async provePassword(password) {
      if (password !== 'right') throw new AppError('wrong-password', 'Wrong')
    },
    onChanged: () => changes++,
  })

describe('the seat at a till', () => {
  it('is the manager’s wherever this is no till in a shop', async () => {
    const seat = start()
    expect(seat.view()).toEqual({ on: false, role: 'manager', clerk: null })
    seat.rise()
    expect(seat.role()).toBe('manager')
    await expect(seat.begin('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(seat.view().on).toBe(false)
  })

  it('is empty after each start, and taken by a PIN or the password', async () => {
    await start().begin('right')
    const seat = start()
    expect(seat.view()).toEqual({ on: true, role: 'nobody', clerk: null })
    await expect(seat.sit(ana.id, '0000')).rejects.toMatchObject({ code: 'wrong-pin' })
    expect(seat.role()).toBe('nobody')
    await seat.sit(ana.id, '4711')
    expect(seat.view()).toEqual({ on: true, role: 'clerk', clerk: ana })
    await expect(seat.manage('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(seat.role()).toBe('clerk')
    await seat.manage('right')
    expect(seat.view()).toEqual({ on: true, role: 'manager', clerk: null })
    seat.rise()
    expect(seat.role()).toBe('nobody')
    expect(changes).toBe(4)
  })

  it('is lost by a clerk who does not work here any more', async () => {
    const seat = start()
    await seat.begin('right')
    await seat.sit(ana.id, '4711')
    here = []
    expect(seat.view()).toEqual({ on: true, role: 'nobody', clerk: null })
  })

  it('stops being one in a shop with the password alone', async () => {
    const seat = start()
    await seat.begin('right')
    seat.rise()
    await expect(seat.end('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(start().role()).toBe('nobody')
    await seat.end('right')
    expect(start().view()).toEqual({ on: false, role: 'manager', clerk: null })
  })
})
