import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR, openTestBudgets, WINDOW, type TestBudgets } from '../../../testing/service/budget.ts'
import type { RequestBudget } from './request-budget.ts'

let budgets: TestBudgets
beforeEach(() => void (budgets = openTestBudgets()))
afterEach(() => budgets.dispose())

function sell(budget: RequestBudget, sales: number, everyMs: number): void {
  for (let sold = 0; sold < sales; sold += 1) {
    budget.take('quote')
    budget.take('registration')
    budgets.now += everyMs
  }
}

it('detects a rush by sales, not by prices alone or late registrations', () => {
  const budget = budgets.open(100, 'service', true)
  for (let count = 0; count < 8; count += 1) budget.take('quote')
  expect(budget.isRush()).toBe(false)
  budgets.now += HOUR / 2
  for (let late = 0; late < 8; late += 1) budget.take('registration', `late ${late}`)
  expect(budget.isRush()).toBe(false)
  budgets.now += HOUR / 2
  sell(budget, 2, 80_000)
  expect([budget.isRush(), budget.spacing()]).toEqual([false, 0])
  sell(budget, 1, 80_000)
  expect(budget.isRush()).toBe(true)
  budgets.now += HOUR / 4
  expect(budget.isRush()).toBe(false)
})

it('detects no rush at home, and spaces background requests only once a fifth is left', () => {
  const budget = budgets.open(100)
  sell(budget, 10, 20_000)
  expect([budget.isRush(), budget.spacing()]).toEqual([false, 0])
  for (let count = 0; count < 59; count += 1) budget.take('tracking')
  expect(budget.spacing()).toBe(0)
  budget.take('tracking')
  // 18 are available until the first comes back in 57 minutes.
  expect(Math.round(budget.spacing() / 60_000)).toBe(3)
})

it('spaces background requests by seconds while plenty is left, so that customers in the shop hear the outcome', () => {
  const budget = budgets.open(100, 'service', true)
  sell(budget, 17, 75_000)
  expect(budget.spacing()).toBe(20_000)
  sell(budget, 1, 75_000)
  expect(budget.spacing()).toBe(20 * 60_000)
})

it('spaces them so that sales at that pace have enough until more are free', () => {
  const budget = budgets.open(100, 'service', true)
  for (let count = 0; count < 30; count += 1) budget.take('tracking')
  budgets.now += HOUR / 2
  sell(budget, 8, 120_000)
  // 54 are left until the first sale's come back in 44 minutes, with the 30 before them; about 45 are for sales.
  expect(Math.round(budget.spacing() / 60_000)).toBe(2)
})

it('spaces by whole milliseconds, as timers and records need', () => {
  const budget = budgets.open(100, 'service', true)
  for (let sent = 0; sent < 100; sent += 1) {
    budget.take('registration')
    budgets.now += 7_013
    expect(budget.spacing() % 1).toBe(0)
  }
})

it('spaces by the remaining requests alone without sales', () => {
  const budget = budgets.open(100, 'service', true)
  for (let sent = 0; sent < 90; sent += 1) budget.take('registration')
  expect(Math.round(budget.spacing() / 60_000)).toBe(8)
  budgets.now += WINDOW
  expect(budget.spacing()).toBe(0)
})
