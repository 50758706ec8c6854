// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('does not change a service with open purchases, and says why', async () => {
  till = await mountTill('/settings/service', { fails: { 'profile.save': { code: 'profile-in-use' } } })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Web address'))
  await till.press('Test the service')
  await till.until(() => till.field('Password'))
  expect(till.isOff('Save')).toBe(true)
  await till.type('Password', 'correct horse')
  await till.until(() => expect(till.isOff('Save')).toBe(false))
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('Purchases with this service are still open.'))
  const input = till.inputsOf('profile.save')[0]
  expect(input).toMatchObject({ password: 'correct horse' })
  expect(input).not.toHaveProperty('token')
})

test('saves own nodes and fee caps with the service, and does not try invalid ones', async () => {
  till = await mountTill('/settings/service')
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Your own nodes for Harbour'))
  await till.type('Your own nodes for Harbour', 'http://elsewhere.example')
  await till.press('Test the service')
  expect(till.text()).toContain('Enter full addresses starting with https://')
  expect(till.inputsOf('profile.test')).toEqual([])
  await till.type('Your own nodes for Harbour', 'https://node.example')
  await till.type('Highest network fee on Harbour', '0,02')
  await till.type('Password', 'correct horse')
  await till.press('Test the service')
  await till.until(() => expect(till.isOff('Save')).toBe(false))
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('Service saved'))
  expect(till.inputsOf('profile.save')[0]).toMatchObject({
    rpcUrls: { '71001': ['https://node.example'] },
    feeCaps: { '71001': '0.02' },
  })
})

test('tests another address only with the password', async () => {
  till = await mountTill('/settings/service')
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Web address'))
  await till.type('Web address', 'https://other.example')
  await till.until(() => expect(till.isOff('Test the service')).toBe(true))
  await till.type('Password', 'correct horse')
  await till.until(() => expect(till.isOff('Test the service')).toBe(false))
  await till.press('Test the service')
  await till.until(() => expect(till.isOff('Save')).toBe(false))
  const input = till.inputsOf('profile.test')[0]
  expect(input).toMatchObject({ baseUrl: 'https://other.example', password: 'correct horse' })
})

const elsewhere = { ...scriptedApp, profile: { ...scriptedApp.profile!, id: 'own', name: 'Mine', playMoney: false } }

test('says of an address that it marks as wrong, and of one that nothing answers at, to check it', async () => {
  till = await mountTill('/settings/service', { fails: { 'profile.test': { code: 'offline' } } })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Web address'))
  await till.type('Web address', 'http://other.example')
  await till.type('Password', 'correct horse')
  await till.press('Test the service')
  await till.until(() => expect(document.activeElement).toBe(till.field('Web address')))
  expect(till.text()).toContain('Enter the full address, starting with https://')
  expect(till.inputsOf('profile.test')).toEqual([])
  await till.type('Web address', 'https://other.example')
  await till.press('Test the service')
  await till.until(() => expect(till.text()).toContain('Nothing answers. Check the address and your connection.'))
})

test('offers the way back to play money while another service is used', async () => {
  till = await mountTill('/settings/service', { app: elsewhere })
  await till.until(() => till.button('Use play money'))
  await till.press('Use play money')
  expect(till.inputsOf('profile.save')[0]).toBe('sandbox')
  await till.until(() => expect(till.scripted.script.app.profile?.playMoney).toBe(true))
  expect(() => till.button('Use play money')).toThrow()
})

test('does not offer play money if there is no sandbox, and reports a failure', async () => {
  till = await mountTill('/settings/service', { app: { ...elsewhere, offersSandbox: false } })
  await till.until(() => till.button('Edit'))
  expect(() => till.button('Use play money')).toThrow()
  till.close()
  till = await mountTill('/settings/service', { app: elsewhere, fails: { 'profile.save': { code: 'internal' } } })
  await till.until(() => till.button('Use play money'))
  await till.press('Use play money')
  await till.until(() => expect(till.text()).toContain('Something went wrong in Till.'))
})

test('shows the accepted terms of the service again', async () => {
  till = await mountTill('/settings/service')
  await till.until(() => till.button('View terms'))
  await till.press('View terms')
  await till.until(() =>
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('There are no terms to read.'),
  )
})
