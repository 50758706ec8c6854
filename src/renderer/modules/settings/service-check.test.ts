// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedCheck, scriptedMisfit } from '../../../testing/fixtures/service-check.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('reports what a service check found, fills in the settings that fit, and saves only after a test', async () => {
  till = await mountTill('/settings/service', { 'profile.check': scriptedCheck() })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.button('Check'))
  expect(till.text()).toContain('It sends up to 12 requests and pays nothing.')
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('This service fits'))
  expect(till.text()).toContain('The check sent 12 of up to 12 requests.')
  expect(till.text()).toContain('Page, size and network are called page, limit and chain_id, say the answers.')
  expect(till.text()).toContain('What fits (13)')
  expect(till.isOff('Save')).toBe(true)
  await till.press('Test the service')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'correct horse')
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('Service saved'))
  expect(till.inputsOf('profile.save')[0]).toMatchObject({
    digitalAsset: 'address',
    pageSize: 20,
    quoteDialect: 'v1',
    listParameters: { page: 'page', size: 'limit', chain: 'chain_id' },
  })
})

test('drops a check’s results when the address changes, and checks another address only with the password', async () => {
  const service = scriptedCheck()
  const found = service.found && { ...service.found, quoteDialect: 'alternate' as const, requestsPerHour: 5000 }
  till = await mountTill('/settings/service', { 'profile.check': { ...service, found } })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.button('Check'))
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('This service fits'))
  await till.type('Web address', 'https://other.example')
  await till.until(() => expect(till.text()).not.toContain('This service fits'))
  expect(till.isOff('Check')).toBe(true)
  await till.type('Password', 'correct horse')
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('This service fits'))
  const input = till.inputsOf('profile.check').at(-1)
  expect(input).toMatchObject({ baseUrl: 'https://other.example', password: 'correct horse' })
  expect(input).not.toHaveProperty('pageSize')
  expect(input).toMatchObject({ quoteDialect: 'v1', requestsPerHour: 100 })
})

test('explains a service that does not fit like a refused payment, and reports a failed check', async () => {
  till = await mountTill('/settings/service', { 'profile.check': scriptedMisfit() })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.button('Check'))
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('Till can’t buy from this service yet'))
  expect(till.text()).toContain('It asks for something other than a payment.')
  expect(till.text()).toContain('Not asked after that.')
  till.scripted.script.fails['profile.check'] = { code: 'internal' }
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('The check failed'))
})
