import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import type { AppError } from '../../../shared/errors.ts'
import { createRequestBudget, type RequestBudget } from './request-budget.ts'
import { requestClasses, type RequestClass } from './request-budget-repository.ts'

const HOUR = 3_600_000
/** How long a request counts: slightly longer than at the service. */
const WINDOW = HOUR + 10_000
let folder: string
let db: WritableDb
let now: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-budget-'))
  db = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'normal')
  now = Date.UTC(2030, 0, 1)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function budgetOf(requestsPerHour: number, scope = 'service', isShop = false): RequestBudget {
  return createRequestBudget({
    db,
    scope,
    requestsPerHour,
    isShop: () => isShop,
    now: () => now,
    onChange: () => undefined,
  })
}

function drain(budget: RequestBudget, requestClass: RequestClass): number {
  for (let sent = 0; ; sent += 1) {
    try {
      budget.take(requestClass)
    } catch {
      return sent
    }
  }
}

function refusal(work: () => unknown): { code: string; until: unknown } {
  try {
    work()
  } catch (thrown) {
    const { code, details } = thrown as AppError
    return { code, until: details?.['until'] }
  }
  throw new Error('Expected a refusal')
}

describe('request budget', () => {
  it('leaves the last requests to more important requests', () => {
    const budget = budgetOf(100)
    expect(drain(budget, 'browsing')).toBe(70)
    expect(drain(budget, 'tracking')).toBe(15)
    expect(drain(budget, 'quote')).toBe(13)
    expect(drain(budget, 'registration')).toBe(2)
  })

  it('lets even the smallest limit be used', () => {
    expect(drain(budgetOf(1, 'one'), 'browsing')).toBe(1)
    expect(drain(budgetOf(2, 'two'), 'quote')).toBe(2)
  })

  it('frees a request an hour and ten seconds after it was taken, and says when', () => {
    const budget = budgetOf(2)
    budget.take('registration')
    now += 1000
    budget.take('registration')
    const until = now - 1000 + WINDOW
    expect(refusal(() => budget.take('registration'))).toEqual({ code: 'service-budget-spent', until })
    expect(budget.view()).toEqual({
      limit: 2,
      used: 2,
      left: 0,
      refillsAt: new Date(until).toISOString(),
      waitingUntil: null,
    })
    now = until
    budget.take('registration')
  })

  it('says for every class when its next request is possible', () => {
    const budget = budgetOf(10)
    for (let sent = 0; sent < 9; sent += 1) {
      budget.take('registration')
      now += 1000
    }
    const { until } = refusal(() => budget.take('browsing'))
    now = Number(until) - 1
    expect(refusal(() => budget.take('browsing')).until).toBe(until)
    now += 1
    budget.take('browsing')
  })

  it('survives a restart, separately for every service', () => {
    budgetOf(5).take('quote')
    expect(budgetOf(5).view().used).toBe(1)
    expect(budgetOf(5, 'another').view().used).toBe(0)
  })

  it('leaves a quarter of the limit when a purchase without a reserved request registers late', () => {
    const budget = budgetOf(100)
    let sent = 0
    for (; sent < 100; sent += 1) {
      try {
        budget.take('registration', `late ${sent}`)
      } catch {
        break
      }
    }
    expect(sent).toBe(75)
    expect(drain(budget, 'tracking')).toBe(10)
    expect(budget.reserve('now', 2, 'registration')).toBe(true)
    expect([budget.holds('now'), budget.holds('late 1')]).toEqual([true, false])
  })

  it('holds reserved requests for their owner against everyone', () => {
    const budget = budgetOf(10)
    expect(budget.reserve('purchase', 3, 'registration')).toBe(true)
    expect(drain(budget, 'registration')).toBe(7)
    budget.take('tracking', 'purchase')
    budget.take('registration', 'purchase')
    budget.take('registration', 'purchase')
    expect(refusal(() => budget.take('registration', 'purchase')).code).toBe('service-budget-spent')
  })

  it('says when more requests come back, and when a number of them can be reserved', () => {
    const budget = budgetOf(10)
    expect(budget.view().refillsAt).toBeNull()
    const first = now
    for (let sent = 0; sent < 9; sent += 1) {
      budget.take('registration')
      now += 1000
    }
    expect(budget.view()).toMatchObject({ left: 1, refillsAt: new Date(first + WINDOW).toISOString() })
    expect(budget.roomAt(1, 'registration')).toBe(now)
    expect(budget.roomAt(3, 'registration')).toBe(first + 1000 + WINDOW)
    now = first + 1000 + WINDOW
    expect(budget.reserve('sale', 3, 'registration')).toBe(true)
  })

  it('lets tracking have a few requests per hour even if sales take all others', () => {
    const budget = budgetOf(100)
    for (let sent = 0; sent < 90; sent += 1) budget.take('quote')
    expect(drain(budget, 'tracking')).toBe(5)
    expect(drain(budget, 'quote')).toBe(3)
  })

  it('does not promise requests it does not have, and frees released ones', () => {
    const budget = budgetOf(10)
    expect(budget.reserve('a', 6, 'registration')).toBe(true)
    expect(budget.reserve('b', 5, 'registration')).toBe(false)
    expect(budget.reserve('a', 11, 'registration')).toBe(false)
    expect(budget.reserve('a', 2, 'registration')).toBe(true)
    expect(budget.reserve('b', 8, 'registration')).toBe(true)
    budget.release('b')
    expect(drain(budget, 'registration')).toBe(8)
  })

  it('returns a request that was never sent', () => {
    const budget = budgetOf(1)
    budget.returnRequest(budget.take('quote'))
    expect(budget.view().used).toBe(0)
  })

  it('after a 429 without a time waits a minute, then sends one request first', () => {
    const budget = budgetOf(100)
    for (let sent = 0; sent < 11; sent += 1) budget.take('browsing')
    budget.limited(null)
    const waitingUntil = new Date(now + 60_000).toISOString()
    expect(budget.view()).toMatchObject({ limit: 100, used: 11, left: 89, waitingUntil })
    expect(refusal(() => budget.take('registration'))).toEqual({ code: 'service-rate-limited', until: now + 60_000 })
    now += 60_000
    budget.take('quote')
    expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-rate-limited', until: now + 60_000 })
    budget.answered(null)
    expect(drain(budget, 'quote')).toBe(98 - 12)
  })

  it('after a 429 with a time sends one request first, and all others once that is answered', () => {
    const budget = budgetOf(100)
    for (let sent = 0; sent < 11; sent += 1) budget.take('browsing')
    budget.limited(5_000)
    expect(budget.view()).toMatchObject({ limit: 100, waitingUntil: new Date(now + 5_000).toISOString() })
    expect(refusal(() => budget.take('registration')).code).toBe('service-rate-limited')
    budget.answered(null)
    now += 5_000
    budget.take('tracking')
    expect(refusal(() => budget.take('tracking'))).toEqual({ code: 'service-rate-limited', until: now + 60_000 })
    budget.take('registration')
    budget.answered(null)
    expect(drain(budget, 'browsing')).toBe(70 - 13)
  })

  it('tries again after a minute if that request was lost, and waits again if it was refused', () => {
    const budget = budgetOf(100)
    budget.take('quote')
    budget.limited(5_000)
    now += 5_000
    budget.take('quote')
    now += 60_000
    budget.take('quote')
    budget.limited(9_000)
    expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-rate-limited', until: now + 9_000 })
    now += 9_000
    budget.take('quote')
  })

  it('believes what a service says is left after a 429', () => {
    const budget = budgetOf(100)
    for (let sent = 0; sent < 20; sent += 1) budget.take('browsing')
    budget.limited(1_000)
    now += 1_000
    budget.take('browsing')
    budget.answered(9)
    expect(budget.view()).toMatchObject({ limit: 30, used: 21, left: 9 })
    expect(drain(budget, 'quote')).toBe(9)
    budget.answered(79)
    expect(budget.view().limit).toBe(100)
    now += HOUR
    expect(budget.view().limit).toBe(100)
  })

  it('asks again a minute after a service had none left, since it may not count by the hour', () => {
    const budget = budgetOf(100)
    for (let sent = 0; sent < 20; sent += 1) budget.take('browsing')
    budget.limited(1_000)
    now += 1_000
    budget.take('browsing')
    budget.answered(0)
    const until = now + 60_000
    expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-budget-spent', until })
    expect(budget.roomAt(1, 'quote')).toBe(until)
    expect(budget.view()).toMatchObject({ left: 0, refillsAt: new Date(until).toISOString() })
    now = until
    budget.take('quote')
    budget.answered(0)
    expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-budget-spent', until: now + 60_000 })
  })

  it('counts 429 answers to concurrent requests as one, and takes the longest time named', () => {
    const budget = budgetOf(100)
    for (let answers = 0; answers < 4; answers++) budget.limited(null)
    const waits = (ms: number): unknown => ({ code: 'service-rate-limited', until: now + ms })
    expect(refusal(() => budget.take('registration'))).toEqual(waits(60_000))
    budget.limited(90_000)
    budget.limited(30_000)
    expect(refusal(() => budget.take('registration'))).toEqual(waits(90_000))
  })

  it('doubles the wait with every consecutive 429 without a time', () => {
    const budget = budgetOf(100)
    const waits: number[] = []
    for (let strike = 0; strike < 8; strike += 1) {
      budget.limited(null)
      const until = Date.parse(budget.view().waitingUntil ?? '')
      waits.push((until - now) / 60_000)
      now = until
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    budget.take('quote')
    budget.answered(null)
    budget.limited(null)
    expect(Date.parse(budget.view().waitingUntil ?? '') - now).toBe(60_000)
  })

  it('keeps a wait despite a late success or a restart', () => {
    budgetOf(100).limited(60_000)
    budgetOf(100).answered(null)
    expect(budgetOf(100).view().waitingUntil).not.toBeNull()
  })

  it('never waits forever, whatever the service asks', () => {
    const budget = budgetOf(100)
    budget.limited(1e15)
    now += 24 * HOUR
    budget.take('browsing')
  })

  it('stays closed when the clock goes back, but not for longer than one more hour', () => {
    const budget = budgetOf(3)
    drain(budget, 'registration')
    now -= 30 * 24 * HOUR
    expect(drain(budget, 'registration')).toBe(0)
    now += WINDOW
    expect(drain(budget, 'registration')).toBe(3)
  })

  it('stays closed when the clock jumps ahead and back again', () => {
    const budget = budgetOf(3)
    drain(budget, 'registration')
    now += 2 * HOUR
    budget.take('registration')
    now -= 2 * HOUR
    expect(drain(budget, 'registration')).toBe(0)
  })

  describe('during a rush', () => {
    function sell(budget: RequestBudget, sales: number, everyMs: number): void {
      for (let sold = 0; sold < sales; sold += 1) {
        budget.take('quote')
        budget.take('registration')
        now += everyMs
      }
    }

    it('detects a rush by sales, not by prices alone or late registrations', () => {
      const budget = budgetOf(100, 'service', true)
      for (let count = 0; count < 8; count += 1) budget.take('quote')
      expect(budget.isRush()).toBe(false)
      now += HOUR / 2
      for (let late = 0; late < 8; late += 1) budget.take('registration', `late ${late}`)
      expect(budget.isRush()).toBe(false)
      now += HOUR / 2
      sell(budget, 2, 80_000)
      expect([budget.isRush(), budget.spacing()]).toEqual([false, 0])
      sell(budget, 1, 80_000)
      expect(budget.isRush()).toBe(true)
      now += HOUR / 4
      expect(budget.isRush()).toBe(false)
    })

    it('detects no rush at home, and spaces background requests only once a fifth is left', () => {
      const budget = budgetOf(100)
      sell(budget, 10, 20_000)
      expect([budget.isRush(), budget.spacing()]).toEqual([false, 0])
      for (let count = 0; count < 59; count += 1) budget.take('tracking')
      expect(budget.spacing()).toBe(0)
      budget.take('tracking')
      // 18 are available until the first comes back in 57 minutes.
      expect(Math.round(budget.spacing() / 60_000)).toBe(3)
    })

    it('spaces background requests by seconds while plenty is left, so that customers in the shop hear the outcome', () => {
      const budget = budgetOf(100, 'service', true)
      sell(budget, 17, 75_000)
      expect(budget.spacing()).toBe(20_000)
      sell(budget, 1, 75_000)
      expect(budget.spacing()).toBe(20 * 60_000)
    })

    it('spaces them so that sales at that pace have enough until more are free', () => {
      const budget = budgetOf(100, 'service', true)
      for (let count = 0; count < 30; count += 1) budget.take('tracking')
      now += HOUR / 2
      sell(budget, 8, 120_000)
      // 54 are left until the first sale's come back in 44 minutes, with the 30 before them; about 45 are for sales.
      expect(Math.round(budget.spacing() / 60_000)).toBe(2)
    })

    it('spaces by whole milliseconds, as timers and records need', () => {
      const budget = budgetOf(100, 'service', true)
      for (let sent = 0; sent < 100; sent += 1) {
        budget.take('registration')
        now += 7_013
        expect(budget.spacing() % 1).toBe(0)
      }
    })

    it('spaces by the remaining requests alone without sales', () => {
      const budget = budgetOf(100, 'service', true)
      for (let sent = 0; sent < 90; sent += 1) budget.take('registration')
      expect(Math.round(budget.spacing() / 60_000)).toBe(8)
      now += WINDOW
      expect(budget.spacing()).toBe(0)
    })
  })

  it('stays within the limit in any hour of true time, however classes and reservations mix', () => {
    const step = fc.record({
      requestClass: fc.constantFrom(...requestClasses),
      owner: fc.constantFrom(undefined, 'a', 'b'),
      reserve: fc.boolean(),
      wait: fc.integer({ min: 0, max: HOUR / 3 }),
      back: fc.integer({ min: 0, max: 2 * HOUR }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
        db.exec('DELETE FROM budget_requests')
        const budget = budgetOf(limit)
        let trueTime = 0
        const sent: number[] = []
        for (const { requestClass, owner, reserve, wait, back } of steps) {
          trueTime += wait
          now += wait - back
          if (reserve && owner) budget.reserve(owner, 2, requestClass)
          try {
            budget.take(requestClass, owner)
            sent.push(trueTime)
          } catch {
            // The budget refused it.
          }
          const inLastHour = sent.filter((time) => time > trueTime - HOUR)
          expect(inLastHour.length).toBeLessThanOrEqual(limit)
        }
      }),
      { numRuns: 60 },
    )
  })
})
