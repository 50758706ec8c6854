import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drain, HOUR, openTestBudgets, refusal, WINDOW, type TestBudgets } from '../../../testing/service/budget.ts'
import { requestClasses } from './request-budget-repository.ts'

let budgets: TestBudgets
beforeEach(() => void (budgets = openTestBudgets()))
afterEach(() => budgets.dispose())

it('leaves the last requests to more important requests', () => {
  const budget = budgets.open(100)
  expect(drain(budget, 'browsing')).toBe(70)
  expect(drain(budget, 'tracking')).toBe(15)
  expect(drain(budget, 'quote')).toBe(13)
  expect(drain(budget, 'registration')).toBe(2)
})

it('lets even the smallest limit be used', () => {
  expect(drain(budgets.open(1, 'one'), 'browsing')).toBe(1)
  expect(drain(budgets.open(2, 'two'), 'quote')).toBe(2)
})

it('frees a request an hour and ten seconds after it was taken, and says when', () => {
  const budget = budgets.open(2)
  budget.take('registration')
  budgets.now += 1000
  budget.take('registration')
  const until = budgets.now - 1000 + WINDOW
  expect(refusal(() => budget.take('registration'))).toEqual({ code: 'service-budget-spent', until })
  expect(budget.view()).toEqual({
    limit: 2,
    used: 2,
    left: 0,
    refillsAt: new Date(until).toISOString(),
    waitingUntil: null,
  })
  budgets.now = until
  budget.take('registration')
})

it('says for every class when its next request is possible', () => {
  const budget = budgets.open(10)
  for (let sent = 0; sent < 9; sent += 1) {
    budget.take('registration')
    budgets.now += 1000
  }
  const { until } = refusal(() => budget.take('browsing'))
  budgets.now = Number(until) - 1
  expect(refusal(() => budget.take('browsing')).until).toBe(until)
  budgets.now += 1
  budget.take('browsing')
})

it('survives a restart, separately for every service', () => {
  budgets.open(5).take('quote')
  expect(budgets.open(5).view().used).toBe(1)
  expect(budgets.open(5, 'another').view().used).toBe(0)
})

it('leaves a quarter of the limit when a purchase without a reserved request registers late', () => {
  const budget = budgets.open(100)
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
  const budget = budgets.open(10)
  expect(budget.reserve('purchase', 3, 'registration')).toBe(true)
  expect(drain(budget, 'registration')).toBe(7)
  budget.take('tracking', 'purchase')
  budget.take('registration', 'purchase')
  budget.take('registration', 'purchase')
  expect(refusal(() => budget.take('registration', 'purchase')).code).toBe('service-budget-spent')
})

it('says when more requests come back, and when a number of them can be reserved', () => {
  const budget = budgets.open(10)
  expect(budget.view().refillsAt).toBeNull()
  const first = budgets.now
  for (let sent = 0; sent < 9; sent += 1) {
    budget.take('registration')
    budgets.now += 1000
  }
  expect(budget.view()).toMatchObject({ left: 1, refillsAt: new Date(first + WINDOW).toISOString() })
  expect(budget.roomAt(1, 'registration')).toBe(budgets.now)
  expect(budget.roomAt(3, 'registration')).toBe(first + 1000 + WINDOW)
  budgets.now = first + 1000 + WINDOW
  expect(budget.reserve('sale', 3, 'registration')).toBe(true)
})

it('lets tracking have a few requests per hour even if sales take all others', () => {
  const budget = budgets.open(100)
  for (let sent = 0; sent < 90; sent += 1) budget.take('quote')
  expect(drain(budget, 'tracking')).toBe(5)
  expect(drain(budget, 'quote')).toBe(3)
})

it('does not promise requests it does not have, and frees released ones', () => {
  const budget = budgets.open(10)
  expect(budget.reserve('a', 6, 'registration')).toBe(true)
  expect(budget.reserve('b', 5, 'registration')).toBe(false)
  expect(budget.reserve('a', 11, 'registration')).toBe(false)
  expect(budget.reserve('a', 2, 'registration')).toBe(true)
  expect(budget.reserve('b', 8, 'registration')).toBe(true)
  budget.release('b')
  expect(drain(budget, 'registration')).toBe(8)
})

it('returns a request that was never sent', () => {
  const budget = budgets.open(1)
  budget.returnRequest(budget.take('quote'))
  expect(budget.view().used).toBe(0)
})

it('stays closed when the clock goes back, but not for longer than one more hour', () => {
  const budget = budgets.open(3)
  drain(budget, 'registration')
  budgets.now -= 30 * 24 * HOUR
  expect(drain(budget, 'registration')).toBe(0)
  budgets.now += WINDOW
  expect(drain(budget, 'registration')).toBe(3)
})

it('stays closed when the clock jumps ahead and back again', () => {
  const budget = budgets.open(3)
  drain(budget, 'registration')
  budgets.now += 2 * HOUR
  budget.take('registration')
  budgets.now -= 2 * HOUR
  expect(drain(budget, 'registration')).toBe(0)
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
      budgets.db.exec('DELETE FROM budget_requests')
      const budget = budgets.open(limit)
      let trueTime = 0
      const sent: number[] = []
      for (const { requestClass, owner, reserve, wait, back } of steps) {
        trueTime += wait
        budgets.now += wait - back
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
