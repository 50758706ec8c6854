import { afterEach, beforeEach, expect, it } from 'vitest'
import { drain, HOUR, openTestBudgets, refusal, type TestBudgets } from '../../../testing/service/budget.ts'

let budgets: TestBudgets
beforeEach(() => void (budgets = openTestBudgets()))
afterEach(() => budgets.dispose())

it('after a 429 without a time waits a minute, then sends one request first', () => {
  const budget = budgets.open(100)
  for (let sent = 0; sent < 11; sent += 1) budget.take('browsing')
  budget.limited(null)
  const waitingUntil = new Date(budgets.now + 60_000).toISOString()
  expect(budget.view()).toMatchObject({ limit: 100, used: 11, left: 89, waitingUntil })
  expect(refusal(() => budget.take('registration'))).toEqual({
    code: 'service-rate-limited',
    until: budgets.now + 60_000,
  })
  budgets.now += 60_000
  budget.take('quote')
  expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-rate-limited', until: budgets.now + 60_000 })
  budget.answered(null)
  expect(drain(budget, 'quote')).toBe(98 - 12)
})

it('after a 429 with a time sends one request first, and all others once that is answered', () => {
  const budget = budgets.open(100)
  for (let sent = 0; sent < 11; sent += 1) budget.take('browsing')
  budget.limited(5_000)
  expect(budget.view()).toMatchObject({ limit: 100, waitingUntil: new Date(budgets.now + 5_000).toISOString() })
  expect(refusal(() => budget.take('registration')).code).toBe('service-rate-limited')
  budget.answered(null)
  budgets.now += 5_000
  budget.take('tracking')
  expect(refusal(() => budget.take('tracking'))).toEqual({ code: 'service-rate-limited', until: budgets.now + 60_000 })
  budget.take('registration')
  budget.answered(null)
  expect(drain(budget, 'browsing')).toBe(70 - 13)
})

it('tries again after a minute if that request was lost, and waits again if it was refused', () => {
  const budget = budgets.open(100)
  budget.take('quote')
  budget.limited(5_000)
  budgets.now += 5_000
  budget.take('quote')
  budgets.now += 60_000
  budget.take('quote')
  budget.limited(9_000)
  expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-rate-limited', until: budgets.now + 9_000 })
  budgets.now += 9_000
  budget.take('quote')
})

it('believes what a service says is left after a 429', () => {
  const budget = budgets.open(100)
  for (let sent = 0; sent < 20; sent += 1) budget.take('browsing')
  budget.limited(1_000)
  budgets.now += 1_000
  budget.take('browsing')
  budget.answered(9)
  expect(budget.view()).toMatchObject({ limit: 30, used: 21, left: 9 })
  expect(drain(budget, 'quote')).toBe(9)
  budget.answered(79)
  expect(budget.view().limit).toBe(100)
  budgets.now += HOUR
  expect(budget.view().limit).toBe(100)
})

it('asks again a minute after a service had none left, since it may not count by the hour', () => {
  const budget = budgets.open(100)
  for (let sent = 0; sent < 20; sent += 1) budget.take('browsing')
  budget.limited(1_000)
  budgets.now += 1_000
  budget.take('browsing')
  budget.answered(0)
  const until = budgets.now + 60_000
  expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-budget-spent', until })
  expect(budget.roomAt(1, 'quote')).toBe(until)
  expect(budget.view()).toMatchObject({ left: 0, refillsAt: new Date(until).toISOString() })
  budgets.now = until
  budget.take('quote')
  budget.answered(0)
  expect(refusal(() => budget.take('quote'))).toEqual({ code: 'service-budget-spent', until: budgets.now + 60_000 })
})

it('counts 429 answers to concurrent requests as one, and takes the longest time named', () => {
  const budget = budgets.open(100)
  for (let answers = 0; answers < 4; answers++) budget.limited(null)
  const waits = (ms: number): unknown => ({ code: 'service-rate-limited', until: budgets.now + ms })
  expect(refusal(() => budget.take('registration'))).toEqual(waits(60_000))
  budget.limited(90_000)
  budget.limited(30_000)
  expect(refusal(() => budget.take('registration'))).toEqual(waits(90_000))
})

it('doubles the wait with every consecutive 429 without a time', () => {
  const budget = budgets.open(100)
  const waits: number[] = []
  for (let strike = 0; strike < 8; strike += 1) {
    budget.limited(null)
    const until = Date.parse(budget.view().waitingUntil ?? '')
    waits.push((until - budgets.now) / 60_000)
    budgets.now = until
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  budget.take('quote')
  budget.answered(null)
  budget.limited(null)
  expect(Date.parse(budget.view().waitingUntil ?? '') - budgets.now).toBe(60_000)
})

it('keeps a wait despite a late success or a restart', () => {
  budgets.open(100).limited(60_000)
  budgets.open(100).answered(null)
  expect(budgets.open(100).view().waitingUntil).not.toBeNull()
})

it('never waits forever, whatever the service asks', () => {
  const budget = budgets.open(100)
  budget.limited(1e15)
  budgets.now += 24 * HOUR
  budget.take('browsing')
})
