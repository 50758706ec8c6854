// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { AppView } from '../../../../shared/app/views.ts'
import { scriptedApp } from '../../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'

let till: MountedTill
afterEach(() => {
  till.close()
  vi.restoreAllMocks()
})

const settings = { ...scriptedApp.settings, homeCountry: null }
const fresh: AppView = { ...scriptedApp, settings, profile: null, wallet: null, locked: true }

/** Makes this computer's settings say a time zone and languages. */
function placeIn(timeZone: string, languages: readonly string[] = ['en-US']): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  const own = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...own, timeZone })
}
async function open(app: AppView = fresh): Promise<void> {
  till = await mountTill('/welcome', { app })
  await till.until(() => till.field('Another country'))
}
const submit = (): Promise<void> => till.submit('Another country')

test('one press goes on with the country that the computer’s settings name', async () => {
  placeIn('America/Mexico_City')
  await open()
  expect(till.text()).toContain('Prices in Mexican pesos (MX$)')
  expect(till.text()).toContain('From this computer’s settings')
  expect(document.activeElement).toBe(till.field('Another country'))
  await till.press('Continue with Mexico')
  await till.until(() => expect(till.path()).toBe('/welcome/service'))
  expect(till.inputsOf('settings.set')).toEqual([{ homeCountry: 'MX' }])
  expect(useShopperStore().country).toBe('MX')
})

test('Enter takes the first country found, and continues when pressed again', async () => {
  placeIn('America/Mexico_City')
  await open()
  await till.type('Another country', 'phil')
  await till.until(() => expect(till.text()).toContain('Countries found: 1. Enter takes Philippines.'))
  await submit()
  expect(till.field('Another country').value).toBe('')
  till.button('Continue with the Philippines')
  expect(till.text()).not.toContain('From this computer’s settings')
  expect(till.inputsOf('settings.set')).toEqual([])
  await till.until(() => expect(document.activeElement).toBe(till.field('Another country')))
  await submit()
  await till.until(() => expect(till.path()).toBe('/welcome/service'))
  expect(till.inputsOf('settings.set')).toEqual([{ homeCountry: 'PH' }])
})

test('finds the likely country first among those that match alike', async () => {
  placeIn('America/Mexico_City')
  await open()
  await till.type('Another country', 'gu')
  await till.until(() => expect(till.text()).toContain('Enter takes Guatemala.'))
})

test('finds a country by a mistyped name', async () => {
  placeIn('America/Mexico_City')
  await open()
  await till.type('Another country', 'untied states')
  await till.until(() => expect(till.text()).toContain('Enter takes United States.'))
})

test('Enter takes nothing while no country is found', async () => {
  placeIn('America/Mexico_City')
  await open()
  await till.type('Another country', 'zzz')
  expect(till.text()).toContain('No country found.')
  await submit()
  expect(till.inputsOf('settings.set')).toEqual([])
  till.button('Continue with Mexico')
})

test('offers likely countries as tiles, and all of them on request', async () => {
  placeIn('America/Mexico_City')
  await open()
  await till.press(/^Peru/)
  till.button('Continue with Peru')
  till.button(/^Mexico/)
  expect(till.text()).not.toContain('Albania')
  await till.press(/^All \d+ countries$/)
  await till.press(/^Albania/)
  till.button('Continue with Albania')
  expect(till.text()).not.toContain('Algeria')
})

test('chooses nothing if the settings name no country, and says why Continue is off', async () => {
  placeIn('UTC', ['en'])
  till = await mountTill('/welcome', { app: fresh })
  await till.until(() => till.field('Search countries'))
  expect(till.isOff('Continue')).toBe(true)
  expect(till.text()).toContain('Choose your country first.')
  await till.submit('Search countries')
  expect(till.inputsOf('settings.set')).toEqual([])
  await till.type('Search countries', 'Guam')
  await till.submit('Search countries')
  await till.type('Another country', 'Mex')
  await submit()
  till.button('Continue with Mexico')
})

test('keeps a country that was chosen before, whatever the settings name', async () => {
  placeIn('America/Mexico_City')
  await open({ ...fresh, settings: { ...settings, homeCountry: 'PE' } })
  till.button('Continue with Peru')
})

test('stays where it is if the country cannot be saved', async () => {
  placeIn('America/Mexico_City')
  await open()
  till.scripted.script.fails = { 'settings.set': { code: 'internal' } }
  await till.press('Continue with Mexico')
  expect(till.path()).toBe('/welcome')
})

test('does not ask where a policy sets the country', async () => {
  placeIn('America/Mexico_City')
  till = await mountTill('/welcome', { app: { ...fresh, policy: { ...fresh.policy, sets: ['homeCountry'] } } })
  await till.until(() => till.button('Use play money'))
  expect(till.text()).toContain('Step 1 of 4')
  expect(() => till.button('Back')).toThrow('Nothing is named')
})
