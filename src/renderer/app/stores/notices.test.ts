// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedPurchases } from '../../../testing/fixtures/purchases.ts'
import { useNoticesStore } from './notices-store.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
  vi.unstubAllGlobals()
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

const region = (): Element | null => document.querySelector('[aria-live="polite"]')

test.each([
  ['the rail of a wide window', true, 'aside'],
  ['the top bar of a narrow one', false, 'header'],
])('messages have their own space in %s, and cover nothing', async (_, matches, place) => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches }))
  till = await mountTill('/wallet')
  await till.until(() => till.button('Get play money'))
  await till.press('Get play money')
  await till.until(() => expect(region()?.textContent).toContain('Play money has arrived in your wallet.'))
  expect(region()?.closest(place)).not.toBeNull()
  await till.press('Dismiss')
  expect(region()?.textContent).not.toContain('Play money')
})

test('breaks the lines of a path at its folders', async () => {
  till = await mountTill('/wallet')
  useNoticesStore().add('good', 'exports.saved', { values: { path: 'C:\\Users\\ana\\sales.csv' } })
  await till.until(() => expect(till.text()).toContain('Export saved: C:\\Users\\ana\\sales.csv'))
  const pieces = region()?.querySelector('p')?.innerHTML.split('<wbr>').slice(1)
  expect(pieces).toEqual(['Export saved: C:\\Users', '\\ana', '\\sales.csv'])
})
