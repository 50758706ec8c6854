// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { scriptedPurchases } from '../../../testing/fixtures/purchases.ts'
import { useNoticesStore } from './notices-store.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  till.close()
})

const address = 'http://127.0.0.1:4000/explorer/harbour/tx/0x1'

test('shows the address of a page that no browser opened, to copy, until dismissed', async () => {
  till = await mountTill(`/purchases/${scriptedPurchases[1]!.id}`)
  await till.until(() => till.button('Open in explorer'))
  till.scripted.script.fails['link.open'] = { code: 'not-allowed', details: { reason: 'no-browser', address } }
  vi.useFakeTimers()
  await till.press('Open in explorer')
  vi.advanceTimersByTime(60_000)
  await vi.runOnlyPendingTimersAsync()
  expect(till.text()).toContain(`The system couldn’t open this page in a browser: ${address}`)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await till.press('Copy address')
  expect(writeText).toHaveBeenCalledWith(address)
  await till.press('Dismiss')
  expect(till.text()).not.toContain(address)
})

const region = (live: 'polite' | 'assertive' = 'polite'): HTMLElement | null =>
  document.querySelector(`[data-notices] [aria-live="${live}"]`)

test('announces a message in one live region, which outlives the frame around the page', async () => {
  till = await mountTill('/wallet')
  await till.until(() => till.button('Get play money'))
  const [polite, assertive] = [region(), region('assertive')]
  await till.press('Get play money')
  await till.until(() => expect(polite?.textContent).toContain('Play money has arrived in your wallet.'))
  expect(till.text().split('Play money has arrived in your wallet.')).toHaveLength(2)
  await till.router.push('/unlock')
  expect([region(), region('assertive')]).toEqual([polite, assertive])
  expect(polite?.textContent).toContain('Play money')
  await till.press('Dismiss')
  expect(polite?.textContent).toBe('')
})

test('interrupts the screen reader for an error, and for nothing else', async () => {
  till = await mountTill('/wallet')
  const store = useNoticesStore()
  store.add('plain', 'lock.lockedItself')
  store.add('good', 'exports.saved', { values: { path: '/sales.csv' } })
  store.addError(new AppError('offline', 'No connection'))
  await till.until(() => expect(region('assertive')?.textContent).toContain('There is no connection'))
  expect(region('assertive')?.textContent).not.toMatch(/locked|saved/)
  expect(region()?.textContent).toMatch(/locked.*saved/)
  expect(region()?.textContent).not.toContain('There is no connection')
})

test.each([
  ['a pointer is over it', 'pointerenter', 'pointerleave'],
  ['it has the focus', 'focusin', 'focusout'],
])('a message stays while %s, and then for its whole time', async (_, begins, ends) => {
  till = await mountTill('/wallet')
  const root = document.querySelector('[data-notices]')
  vi.useFakeTimers()
  useNoticesStore().add('good', 'exports.saved', { values: { path: '/sales.csv' } })
  await vi.advanceTimersByTimeAsync(4_000)
  root?.dispatchEvent(new Event(begins))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(till.text()).toContain('Export saved')
  root?.dispatchEvent(new Event(ends))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(till.text()).toContain('Export saved')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(till.text()).not.toContain('Export saved')
})

test('gives the focus to the next message and then to the page as messages are dismissed', async () => {
  till = await mountTill('/wallet')
  useNoticesStore().add('plain', 'lock.lockedItself')
  useNoticesStore().add('good', 'exports.saved', { values: { path: '/sales.csv' } })
  const dismiss = (): HTMLElement | null => document.querySelector('[data-notices] [aria-label="Dismiss"]')
  await till.until(() => expect(dismiss()).not.toBeNull())
  dismiss()?.focus()
  await till.press('Dismiss')
  await till.until(() => expect(document.activeElement).toBe(dismiss()))
  await till.press('Dismiss')
  await till.until(() => expect(document.activeElement?.id).toBe('main'))
})

test('lies on the rail where that has room, and beside it where it would cover the menu', async () => {
  let height = 100
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('[data-menu]')) return new DOMRect(12, 100, 200, 300)
    if (this.querySelector(':scope > [data-menu]')) return new DOMRect(0, 0, 224, window.innerHeight)
    if (this.matches('aside [data-dock]')) return new DOMRect(12, window.innerHeight - 120, 200, 100)
    return this.matches('[data-notices]') ? new DOMRect(12, 0, 200, height) : new DOMRect()
  })
  till = await mountTill('/wallet')
  const left = (): string | undefined => document.querySelector<HTMLElement>('[data-notices]')?.style.left
  const store = useNoticesStore()
  store.add('plain', 'lock.lockedItself')
  await till.until(() => expect(till.text()).toContain('locked'))
  expect(left()).toBe('')
  height = window.innerHeight - 400
  store.add('good', 'exports.saved', { values: { path: '/sales.csv' } })
  await till.until(() => expect(left()).toBe('240px'))
  // It is lower there, and stays all the same until it is empty.
  height = 100
  store.add('good', 'people.saved')
  await till.until(() => expect(till.text()).toContain('Saved to People'))
  expect(left()).toBe('240px')
  height = 0
  for (const { id } of store.notices) store.remove(id)
  await till.until(() => expect(left()).toBe(''))
})

test('breaks the lines of a path at its folders', async () => {
  till = await mountTill('/wallet')
  useNoticesStore().add('good', 'exports.saved', { values: { path: 'C:\\Users\\ana\\sales.csv' } })
  await till.until(() => expect(till.text()).toContain('Export saved: C:\\Users\\ana\\sales.csv'))
  const pieces = region()
    ?.querySelector('p')
    ?.innerHTML.split(/<wbr[^>]*>/)
    .slice(1)
  expect(pieces).toEqual(['Export saved: C:\\Users', '\\ana', '\\sales.csv'])
})

test('plain news goes after 5 seconds, an error after 15, and an action only after 20', async () => {
  till = await mountTill('/wallet')
  vi.useFakeTimers()
  const store = useNoticesStore()
  store.add('good', 'exports.saved', { values: { path: '/sales.csv' } })
  store.addError(new AppError('offline', 'No connection'))
  store.add('plain', 'drafts.back', { action: { key: 'drafts.backSee', run: () => undefined } })
  for (const [seconds, left] of [
    [4, 3],
    [1, 2],
    [9, 2],
    [1, 1],
    [4, 1],
    [1, 0],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    expect(store.notices).toHaveLength(left)
  }
})
