import { expect, it } from 'vitest'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import { createPurchaseNews } from './purchase-news.ts'

/** Creates news whose timers run on command. */
function openNews(status: PurchaseRowView['status'] = 'delivered') {
  const due: (() => void)[] = []
  const emitted: string[] = []
  let refreshed = 0
  const news = createPurchaseNews({
    timer: (_, run) => {
      due.push(run)
      return () => undefined
    },
    row: (id) => (id === 'gone' ? null : ({ id, status } as PurchaseRowView)),
    emit: ({ id }) => void emitted.push(id),
    coinsMoved: () => void refreshed++,
  })
  const step = (): number => {
    due.shift()?.()
    return due.length
  }
  return { news, emitted, step, refreshed: () => refreshed }
}

it('emits a purchase that changed several times once, and reads balances after it', () => {
  const { news, emitted, step, refreshed } = openNews()
  for (const id of ['a', 'b', 'a', 'gone', 'a']) news.changed(id)
  expect(step()).toBe(0)
  expect(emitted).toEqual(['a', 'b'])
  expect(refreshed()).toBe(1)
  news.changed('a')
  step()
  expect(emitted).toEqual(['a', 'b', 'a'])
})

it('reads no balances while a purchase is unchanged', () => {
  const { news, step, refreshed } = openNews('on-its-way')
  for (let times = 0; times < 3; times++) {
    news.changed('a')
    step()
  }
  expect(refreshed()).toBe(1)
})

it('emits ten thousand in small steps, each once, and reads balances once', () => {
  const { news, emitted, step, refreshed } = openNews()
  for (let number = 0; number < 10_000; number++) news.changed(`p${number % 5_000}`)
  let steps = 1
  for (let before = 0; step() > 0; steps++, before = emitted.length)
    expect(emitted.length - before).toBeLessThanOrEqual(20)
  expect(new Set(emitted).size).toBe(5_000)
  expect([emitted.length, steps, refreshed()]).toEqual([5_000, 250, 1])
})

it('reads no balances while a purchase is only being paid', () => {
  const { news, step, refreshed } = openNews('paying')
  news.changed('a')
  step()
  expect(refreshed()).toBe(0)
})
