// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../../e2e/support/scripted-state.ts'
import { mountTill, type MountedTill } from '../test-mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('a country is told by its flag, its name in the person’s language and its calling code', async () => {
  till = await mountTill('/shop', {
    app: { ...scriptedApp, settings: { ...scriptedApp.settings, locale: 'es', homeCountry: null } },
  })
  await till.until(() => till.button('País: Todos los países'))
  await till.press('País: Todos los países')
  const option = (): Element | undefined =>
    [...document.querySelectorAll('[role="option"]')].find(({ textContent }) => textContent?.includes('España'))
  await till.until(() => expect(option()?.textContent).toMatch(/\+34.*88 productos/))
  expect(option()?.querySelector('img')?.getAttribute('src')).toBe('/image/flag-ES')
  option()?.querySelector('img')?.dispatchEvent(new Event('error'))
  await till.until(() => expect(option()?.querySelector('[aria-hidden="true"]')?.textContent).toBe('ES'))
})
