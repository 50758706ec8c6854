// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedCountries } from '../../../testing/fixtures/catalog.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('shows a country’s flag, its name in the user’s language and its calling code', async () => {
  till = await mountTill('/shop', {
    app: { ...scriptedApp, settings: { ...scriptedApp.settings, locale: 'es', homeCountry: null } },
  })
  await till.until(() => till.button('País: Todos los países'))
  await till.press('País: Todos los países')
  const option = (): Element | undefined =>
    [...document.querySelectorAll('[role="option"]')].find(({ textContent }) => textContent?.includes('España'))
  await till.until(() => expect(option()?.textContent).toMatch(/\+34.*88 productos/))
  expect(option()?.querySelector('img')?.getAttribute('src')).not.toMatch(/^.image/)
  option()?.querySelector('img')?.dispatchEvent(new Event('error'))
  await till.until(() => expect(option()?.querySelector('[aria-hidden="true"]')?.textContent).toBe('ES'))
})

test('lists a country where the service is not active last, and says so', async () => {
  const countries = scriptedCountries.map((one) => ({ ...one, inactive: one.iso2 === 'MX' }))
  till = await mountTill('/shop', { 'countries.list': countries })
  await till.until(() => till.button(/^Country: /))
  await till.press(/^Country: /)
  const options = (): string[] => [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent ?? '')
  await till.until(() => expect(options().at(-1)).toMatch(/Mexico.*inactive/))
  expect(options().filter((one) => one.includes('inactive'))).toHaveLength(1)
})

/** Chooses Spain in the bar, and opens its list again. */
async function shopForSpain(): Promise<void> {
  const options = (): Element[] => [...document.querySelectorAll('[role="option"]')]
  await till.until(() => till.button(/^Country: Mexico/))
  await till.press(/^Country: Mexico/)
  await till.until(() => expect(options().length).toBeGreaterThan(2))
  expect(till.text()).not.toContain('my home country')
  const spain = options().find(({ textContent }) => textContent?.includes('Spain'))
  spain?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await till.until(() => till.button(/^Country: Spain/))
  await till.press(/^Country: Spain/)
  await till.until(() => expect(options().length).toBeGreaterThan(2))
}

test('where another country is shopped for, one press makes it the home country, in whose currency prices are compared', async () => {
  till = await mountTill('/shop', {
    'settings.set': { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: 'ES' } },
  })
  await shopForSpain()
  expect(till.text()).toContain('Prices are compared in Mexican pesos.')
  await till.press('Make Spain my home country')
  await till.until(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(till.inputsOf('settings.set')).toEqual([{ homeCountry: 'ES' }])
})

test('a home country that a policy sets is not changed in the bar', async () => {
  till = await mountTill('/shop', {
    app: { ...scriptedApp, policy: { ...scriptedApp.policy, sets: ['homeCountry'] } },
  })
  await shopForSpain()
  expect(till.text()).not.toContain('my home country')
})
