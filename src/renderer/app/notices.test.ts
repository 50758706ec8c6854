// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { mountTill, type MountedTill } from './test-mount-till.ts'

let till: MountedTill
afterEach(() => {
  till.close()
  vi.unstubAllGlobals()
})
const region = (): Element | null => document.querySelector('[aria-live="polite"]')

test.each([
  ['the rail of a wide window', true, 'aside'],
  ['the top bar of a narrow one', false, 'header'],
])('messages have their place in %s, over nothing else', async (_, matches, place) => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches }))
  till = await mountTill('/wallet')
  await till.until(() => till.button('Get play money'))
  await till.press('Get play money')
  await till.until(() => expect(region()?.textContent).toContain('Play money has arrived in your wallet.'))
  expect(region()?.closest(place)).not.toBeNull()
  await till.press('Dismiss')
  expect(region()?.textContent).not.toContain('Play money')
})
