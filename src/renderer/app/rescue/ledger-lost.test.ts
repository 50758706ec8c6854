// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScriptedBridge } from '../../../testing/scripted/bridge.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import type { ErrorDetails } from '../../../shared/errors.ts'
import { createI18nPlugin, loadScreenMessages, setLocale } from '../messages/i18n.ts'
import LedgerLost from './LedgerLost.vue'

const missing = {
  file: '/till/ledger.db',
  loss: 'missing',
  copiedAt: null,
  keepsKeys: true,
  typesPaths: true,
  backupAt: Date.now() - 3_600_000,
  backupFile: '/media/a.tillbackup',
}
const withCopy = { ...missing, copiedAt: Date.now() - 7_200_000 }
const reload = vi.fn()
beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  reload.mockClear()
  window.location.hash = '#/purchases'
})
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

async function show(given: ErrorDetails, script: Partial<Script> = {}) {
  const scripted = createScriptedBridge(script)
  Object.defineProperty(window, 'till', { value: scripted.bridge, configurable: true })
  const i18n = createI18nPlugin()
  await setLocale(i18n, 'en')
  await loadScreenMessages(i18n)
  const screen = mount(LedgerLost, {
    props: { details: given },
    global: { plugins: [createPinia(), i18n] },
    attachTo: document.body,
  })
  return {
    screen,
    scripted,
    requests: () => scripted.requests.map(({ name }) => name),
    buttons: () => screen.findAll('button').map((one) => one.text()),
    async press(name: string) {
      const found = screen.findAll('button').find((one) => one.text() === name)
      await found?.trigger('click')
      await flushPromises()
    },
  }
}

test('says that the purchases are missing, and continues with the copy', async () => {
  const { screen, press, requests, buttons } = await show(withCopy)
  expect(screen.get('h1').text()).toBe('Your purchases are missing')
  expect(screen.text()).toContain('/till/ledger.db')
  expect(buttons()).toEqual(['Check again', 'Use the copy', 'Use a backup file', 'Save a report…'])
  await press('Use the copy')
  expect(requests()).toEqual(['ledger.restore'])
  expect([window.location.hash, reload.mock.calls.length]).toEqual(['#/shop', 1])
})

test('says that they are damaged, and that the damaged file is kept', async () => {
  const { screen } = await show({ ...withCopy, loss: 'damaged' })
  expect(screen.get('h1').text()).toBe('Till can’t read your purchases')
  expect(screen.text()).toContain('Till keeps the file under another name')
})

test('without a copy, starts empty only after it has said what is lost', async () => {
  const { screen, press, requests } = await show(missing)
  await press('See what is lost')
  expect(requests()).toEqual([])
  expect(screen.text()).toContain('Till no longer follows them')
  expect(screen.text()).toContain('Till pays nothing until it has asked the networks and the service')
  expect(document.activeElement?.textContent).toBe('What Till forgets')
  await press('Cancel')
  expect(screen.text()).not.toContain('Start without them')
  expect(document.activeElement?.textContent).toBe('See what is lost')
  await press('See what is lost')
  await press('Start without them')
  expect(requests()).toEqual(['ledger.startEmpty'])
  expect([window.location.hash, reload.mock.calls.length]).toEqual(['#/welcome/service', 1])
})

test('suggests the latest backup file', async () => {
  const { screen, press, requests } = await show(missing)
  expect(screen.text()).toContain('/media/a.tillbackup')
  await press('Use a backup file')
  expect(screen.get('form input').element).toHaveProperty('value', '/media/a.tillbackup')
  await screen.find('form').trigger('submit')
  await flushPromises()
  await screen.find('form input').setValue('correct horse')
  await screen.find('form').trigger('submit')
  await flushPromises()
  expect(requests()).toEqual(['backupFile.open', 'backupFile.restore'])
  expect(reload).toHaveBeenCalledOnce()
})

test('checks again, reports what it finds, and starts once the file is readable', async () => {
  const damaged = { ...missing, loss: 'damaged' }
  const { screen, press, scripted, requests } = await show(missing, {
    fails: { 'app.get': { code: 'ledger-damaged', details: missing } },
  })
  await press('Check again')
  expect(requests()).toEqual(['ledger.check', 'app.get'])
  expect(screen.get('[role="status"]').text()).toBe('The file is still missing.')
  scripted.script.fails['app.get'] = { code: 'ledger-damaged', details: damaged }
  await press('Check again')
  expect(screen.get('h1').text()).toBe('Till can’t read your purchases')
  expect(reload).not.toHaveBeenCalled()
  delete scripted.script.fails['app.get']
  await press('Check again')
  expect(reload).toHaveBeenCalledOnce()
})

test('a choice that fails shows its error and stays', async () => {
  const fails = { 'ledger.restore': { code: 'internal' }, 'ledger.startEmpty': { code: 'internal' } } as const
  const { screen, press } = await show(withCopy, { fails })
  await press('Use the copy')
  expect(screen.get('[role="alert"].bg-red-soft').text()).toContain('Check that the disk has room')
  const empty = await show(missing, { fails })
  await empty.press('See what is lost')
  await empty.press('Start without them')
  expect(empty.screen.get('[role="alert"].bg-red-soft').text()).toContain('Check that the disk has room')
  expect(reload).not.toHaveBeenCalled()
})

test('asks a shop’s manager for the password before it uses the copy, and says when it is wrong', async () => {
  const shop = { ...withCopy, isShop: true, asks: 'password' }
  const { screen, press, requests, scripted } = await show(shop, {
    fails: { 'ledger.restore': { code: 'wrong-password' } },
  })
  await press('Use the copy')
  expect(requests()).not.toContain('ledger.restore')
  expect(screen.text()).toContain('This register is in shop mode, so only the manager can do this.')
  await screen.get('input[type="password"]').setValue('guess')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(screen.text()).toContain('Wrong password')
  expect(reload).not.toHaveBeenCalled()
  scripted.script.fails = {}
  await screen.get('input[type="password"]').setValue('correct horse')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(scripted.requests.at(-1)).toEqual({ name: 'ledger.restore', input: { proof: 'correct horse' } })
  expect(reload).toHaveBeenCalledOnce()
})

test('asks for the file’s name where no vault can check a password', async () => {
  const shop = { ...missing, keepsKeys: false, isShop: true, asks: 'typed' }
  const { screen, press, scripted } = await show(shop)
  await press('See what is lost')
  const start = () => screen.findAll('button').find((one) => one.text() === 'Start without them')
  await screen.get('input[type="text"]').setValue('ledger')
  expect(start()?.attributes('disabled')).toBeDefined()
  await screen.get('input[type="text"]').setValue('ledger.db')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(scripted.requests.at(-1)).toEqual({ name: 'ledger.startEmpty', input: { proof: 'ledger.db' } })
})
