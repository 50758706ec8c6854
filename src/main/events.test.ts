import { expect, it } from 'vitest'
import { createEventBus } from './events.ts'

it('calls every listener of an event in order of subscription before emit returns', () => {
  const bus = createEventBus(() => undefined)
  const seen: string[] = []
  bus.on('purchase.changed', (id) => seen.push(`first ${id}`))
  bus.on('purchase.changed', (id) => seen.push(`second ${id}`))
  bus.on('coins.moved', () => seen.push('another event'))
  bus.emit('purchase.changed', 'p1')
  expect(seen).toEqual(['first p1', 'second p1'])
})

it('reports a listener’s error, which reaches neither other listeners nor the emitter', () => {
  const reported: unknown[] = []
  const bus = createEventBus((error, name) => reported.push([name, error]))
  const broken = new Error('broken')
  let isCalled = false
  bus.on('app.changed', () => {
    throw broken
  })
  bus.on('app.changed', () => (isCalled = true))
  bus.emit('app.changed')
  expect(isCalled).toBe(true)
  expect(reported).toEqual([['app.changed', broken]])
})

it('lets a listener emit another event', () => {
  const bus = createEventBus(() => undefined)
  const seen: string[] = []
  bus.on('account.used', () => bus.emit('coins.moved', 'transfer'))
  bus.on('coins.moved', (by) => seen.push(by))
  bus.emit('account.used')
  expect(seen).toEqual(['transfer'])
})
