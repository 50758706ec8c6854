// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { askPrice, openCheckout, pay } from '../../../testing/renderer/checkout.ts'
import type { MountedTill } from '../../../testing/renderer/mount-till.ts'
import { soon } from '../../../testing/soon.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

test('says until when the service asks to wait, and keeps the input', async () => {
  const until = Date.now() + 600_000
  till = await openCheckout({ fails: { 'checkout.quote': { code: 'service-rate-limited', details: { until } } } })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toMatch(/asked Till to wait until .*\d:\d\d/))
  expect(till.field('Phone number').value).toBe('5512345678')
})

test('shows Till’s balance and the service’s message if the service refuses a price for the balance', async () => {
  const message = 'The sender holds 3 USDC'
  const details = { status: 400, code: 'INSUFFICIENT_BALANCE', reason: 'balance', message } as const
  till = await openCheckout({ fails: { 'checkout.quote': { code: 'service-rejected', details } } })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() =>
    expect(till.text()).toContain(
      'this wallet’s balance is too low. The service says: “The sender holds 3 USDC”Till sees 1,194.08 USDC on Harbour.',
    ),
  )
})

test('offers to save while a price cannot be paid for want of a connection, and pays once it is back', async () => {
  till = await openCheckout()
  await askPrice(till)
  till.scripted.emit('connection.changed', { service: 'offline', since: null, error: 'offline' })
  await till.until(() => expect(till.text()).toContain('Paying needs a connection. Nothing was paid.'))
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
  await till.press('Save for later')
  await till.until(() => expect(till.text()).toContain('Saved for later. Nothing was paid.'))
  till.scripted.emit('connection.changed', { service: 'online', since: null, error: null })
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
})

test('says what a lost connection means once, and nothing of it a while after the connection is back', async () => {
  till = await openCheckout({ fails: { 'checkout.quote': { code: 'offline' } } })
  const failed = 'There is no connection to the service.'
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain(failed))
  till.scripted.emit('connection.changed', { service: 'offline', since: null, error: 'offline' })
  await till.until(() => expect(till.text()).toContain('There is no connection, so there is no final price yet.'))
  expect(till.text()).not.toContain(failed)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  till.scripted.emit('connection.changed', { service: 'online', since: null, error: null })
  await till.until(() => till.button('See price'))
  // A connection that is back at once would hide why there is no price.
  expect(till.text()).toContain(failed)
  await vi.advanceTimersByTimeAsync(4_000)
  vi.useRealTimers()
  await till.until(() => expect(till.text()).not.toContain(failed))
})

test('says that nothing was paid if the network cannot be reached, below the button', async () => {
  till = await openCheckout({ fails: { 'checkout.confirm': { code: 'network-unreachable' } } })
  await askPrice(till)
  await pay(till)
  await till.until(() => expect(till.text()).toContain('Harbour can’t be reached right now. Nothing was paid now.'))
  const alert = document.querySelector('#main [role="alert"]')
  expect(till.button('Pay 11.05 USDC (≈ MX$203.88)').compareDocumentPosition(alert!)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

test('lets the user cancel a price that does not come, and ignores it when it does', async () => {
  till = await openCheckout()
  await till.type('Phone number', '5512345678')
  const quotes = till.hold('checkout.quote')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await till.press('See price')
  await vi.waitUntil(() => quotes.waiting() === 1, soon)
  expect(() => till.button('Cancel')).toThrow()
  await vi.advanceTimersByTimeAsync(3_000)
  await till.press('Cancel')
  expect(till.isOff('See price')).toBe(false)
  expect(() => till.button('Cancel')).toThrow()
  quotes.answer(0)
  await flushPromises()
  expect(() => till.button(/^Pay \d/)).toThrow()
})
