// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flushPromises } from '@vue/test-utils'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
beforeEach(async () => {
  till = await mountTill('/welcome/new', { app: { ...scriptedApp, wallet: null, locked: true } })
  await till.until(() => till.field('New password'))
  await till.type('New password', 'seven calm green boats')
  await till.type('Confirm password', 'seven calm green boats')
  await till.until(() => expect(till.isOff('Continue')).toBe(false))
  await till.submit('New password')
  await till.until(() => till.button('Show the words'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const isShown = (): boolean => document.body.innerHTML.includes('orbit')
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  await flushPromises()
}

test('covers the words at first, and shows all of them at one press', async () => {
  expect(isShown()).toBe(false)
  expect(till.text()).toContain('Show the words first.')
  expect(till.isOff('Continue')).toBe(true)
  expect(document.activeElement).toBe(till.button('Show the words'))
  await till.press('Show the words')
  expect(document.querySelectorAll('ol[aria-label="Recovery phrase"] [lang="en"]')).toHaveLength(12)
  expect(till.isOff('Continue')).toBe(true)
  await till.press('I wrote them down')
  expect(till.isOff('Continue')).toBe(false)
})

test('covers the words after a minute, and later if the user asks for one more', async () => {
  await till.press('Show the words')
  await pass(59_000)
  expect(isShown()).toBe(true)
  expect(till.text()).toContain('Covers in 0:01')
  await pass(1000)
  expect(isShown()).toBe(false)

  await till.press('Show the words')
  await till.press('One more minute')
  expect(till.text()).toContain('Covers in 2:00')
  await pass(119_000)
  expect(isShown()).toBe(true)
  await pass(1000)
  expect(isShown()).toBe(false)
})

test('covers the words when the window loses the focus, is hidden, and on request', async () => {
  await till.press('Show the words')
  window.dispatchEvent(new Event('blur'))
  await flushPromises()
  expect(isShown()).toBe(false)

  await till.press('Show the words')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await flushPromises()
  hidden.mockRestore()
  expect(isShown()).toBe(false)

  await till.press('Show the words')
  await till.press('Cover now')
  expect(isShown()).toBe(false)
})

test('gives each covering bar a width of its place in the list, whatever the word', async () => {
  const widths = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('ol[aria-hidden="true"] [style]')].map(({ style }) => style.width)
  expect(widths().slice(0, 4)).toEqual(['72px', '109px', '90px', '127px'])
  expect(new Set(widths()).size).toBeGreaterThan(5)
})
