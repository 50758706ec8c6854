// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedShift } from '../../../testing/fixtures/sales.ts'
import { ana, managersApp, scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

const listed = { ...ana, lastSignedInAt: null }

let till: MountedTill
afterEach(() => till.close())

test('lets the manager close Till in shop mode; at home the window’s own button does', async () => {
  till = await mountTill('/settings/clerks')
  await till.until(() => till.button('Turn on shop mode'))
  expect(() => till.button('Close Till')).toThrow()
  till.close()
  till = await mountTill('/settings/clerks', {
    app: managersApp,
  })
  await till.until(() => till.button('Close Till'))
  await till.press('Close Till')
  expect(till.inputsOf('kiosk.close')).not.toEqual([])
})

test.each([
  ['en', 'Turn on shop mode', 'Turn off shop mode', 'To buy for yourself, turn off shop mode.'],
  ['es', 'Activar modo tienda', 'Desactivar modo tienda', 'Para comprar para ti, desactiva el modo tienda.'],
  ['pt', 'Ativar modo loja', 'Desativar modo loja', 'Para comprar para você, desative o modo loja.'],
  ['fr', 'Activer le mode boutique', 'Désactiver le mode boutique', 'Pour acheter pour vous-même, désactivez'],
] as const)('says in shop mode how one buys for oneself (%s)', async (locale, turnOn, turnOff, said) => {
  const settings = { ...scriptedApp.settings, locale }
  till = await mountTill('/settings/clerks', { app: { ...scriptedApp, settings } })
  await till.until(() => till.button(turnOn))
  expect(till.text()).not.toContain(said)
  till.close()
  const kiosk = { on: true, role: 'manager', clerk: null } as const
  till = await mountTill('/settings/clerks', { app: { ...scriptedApp, settings, kiosk } })
  await till.until(() => till.button(turnOff))
  expect(till.text()).toContain(said)
})

test('warns before shop mode is turned off while a shift is open, and leads to it', async () => {
  till = await mountTill('/settings/clerks', { app: managersApp, shifts: [scriptedShift()] })
  await till.until(() => till.button('Turn off shop mode'))
  await till.press('Turn off shop mode')
  await till.until(() => expect(document.body.textContent).toContain('Shift 12 is still open. Close it first'))
  await till.press('Shift')
  await till.until(() => expect(till.path()).toBe('/sales/shift'))
})

test('asks for the first clerk at once if the set-up leads here', async () => {
  till = await mountTill('/settings/clerks?add', { clerks: [] })
  await till.until(() => till.field('PIN'))
})

test('refuses an easily guessed PIN as soon as it is typed', async () => {
  till = await mountTill('/settings/clerks')
  await till.until(() => till.button('Add clerk'))
  await till.press('Add clerk')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Ana')
  await till.type('PIN', '1234')
  await till.until(() => expect(till.text()).toContain('too easy to guess'))
  expect(till.isOff('Add')).toBe(true)
  await till.type('PIN', '2709')
  await till.until(() => expect(till.isOff('Add')).toBe(false))
  expect(till.text()).not.toContain('too easy to guess')
})

test('adds a clerk with a PIN, and closes the dialog', async () => {
  till = await mountTill('/settings/clerks', { 'clerks.add': [listed] })
  await till.until(() => till.button('Add clerk'))
  await till.press('Add clerk')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Ana')
  await till.type('PIN', '2709')
  await till.submit('Name')
  await till.until(() => till.button('Remove Ana'))
  await till.until(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(till.inputsOf('clerks.add')).toEqual([{ name: 'Ana', colour: 'teal', pin: '2709' }])
})

test('says at the field that a name is taken, until another is typed', async () => {
  const fails = { 'clerks.add': { code: 'not-allowed', details: { reason: 'name-taken' } } } as const
  till = await mountTill('/settings/clerks', { fails })
  await till.until(() => till.button('Add clerk'))
  await till.press('Add clerk')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Ana')
  await till.type('PIN', '2709')
  await till.submit('Name')
  await till.until(() => expect(till.field('Name').getAttribute('aria-invalid')).toBe('true'))
  expect(till.text()).toContain('This name is taken. Choose another.')
  expect(document.querySelector('[role="alert"]')).toBeNull()
  expect(document.activeElement).toBe(till.field('Name'))
  await till.type('Name', 'Ana B.')
  expect(till.text()).not.toContain('taken')
})

test('says why shop mode cannot be turned on until there is a clerk', async () => {
  till = await mountTill('/settings/clerks', { clerks: [] })
  await till.until(() => expect(till.isOff('Turn on shop mode')).toBe(true))
  expect(till.text()).toContain('Add a clerk first.')
  till.close()
  till = await mountTill('/settings/clerks', { clerks: [listed] })
  await till.until(() => till.button('Remove Ana'))
  expect(till.isOff('Turn on shop mode')).toBe(false)
  expect(till.text()).not.toContain('Add a clerk first.')
})

test('says after shop mode was turned on that the manager is still signed in, and signs out at one press', async () => {
  till = await mountTill('/settings/clerks', { clerks: [listed], 'kiosk.turnOn': managersApp })
  await till.until(() => expect(till.isOff('Turn on shop mode')).toBe(false))
  await till.press('Turn on shop mode')
  await till.until(() => expect(document.body.textContent).toContain('You stay signed in as the manager'))
  await till.type('Password', 'correct horse')
  document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click()
  await till.until(() => expect(document.body.textContent).toContain('press Switch user before you hand Till over'))
  const notice = [...document.querySelectorAll('.notice button')].find(
    (one) => one.textContent?.trim() === 'Switch now',
  )
  ;(notice as HTMLButtonElement).click()
  await till.until(() => expect(till.inputsOf('kiosk.signOut')).toHaveLength(1))
})
