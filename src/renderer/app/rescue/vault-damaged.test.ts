// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScriptedBridge } from '../../../testing/scripted/bridge.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import type { ErrorDetails } from '../../../shared/errors.ts'
import { createI18nPlugin, loadScreenMessages, setLocale } from '../messages/i18n.ts'
import VaultDamaged from './VaultDamaged.vue'

const details = { file: '/till/vault.json', previousAt: Date.now() - 3_600_000, previousAccounts: 2, typesPaths: true }
const reload = vi.fn()
beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  reload.mockClear()
  window.location.hash = '#/shop'
})
afterEach(() => vi.restoreAllMocks())

async function show(given: ErrorDetails, script: Partial<Script> = {}) {
  const scripted = createScriptedBridge(script)
  Object.defineProperty(window, 'till', { value: scripted.bridge, configurable: true })
  const i18n = createI18nPlugin()
  await setLocale(i18n, 'en')
  await loadScreenMessages(i18n)
  const screen = mount(VaultDamaged, { props: { details: given }, global: { plugins: [createPinia(), i18n] } })
  return {
    screen,
    requests: () => scripted.requests.map(({ name }) => name),
    async press(name: string) {
      const found = screen.findAll('button').find((one) => one.text() === name)
      await found?.trigger('click')
      await flushPromises()
    },
  }
}

test('continues with the previous version, and says what it lacks', async () => {
  const { screen, press, requests } = await show(details)
  expect(screen.text()).toContain('with 2 accounts')
  expect(screen.text()).toContain('Till keeps the damaged file /till/vault.json')
  await press('Use this version')
  expect(requests()).toEqual(['vault.usePrevious'])
  expect(reload).toHaveBeenCalledOnce()
})

test('leads to the recovery phrase, and says so if the previous version is gone too', async () => {
  const { screen, press } = await show({ ...details, previousAt: null, previousAccounts: null })
  expect(screen.text()).not.toContain('Use this version')
  await press('Use recovery phrase')
  expect([window.location.hash, reload.mock.calls.length]).toEqual(['#/welcome/restore', 1])
})

test('a step that fails shows its error and stays', async () => {
  const { screen, press } = await show(details, { fails: { 'vault.usePrevious': { code: 'vault-damaged' } } })
  await press('Use this version')
  expect(screen.text()).toContain('is unreadable too')
  expect(reload).not.toHaveBeenCalled()
})

test('takes a backup file and its password', async () => {
  const { screen, press, requests } = await show(details)
  await press('Use a backup file')
  await screen.find('form input').setValue('/media/a.tillbackup')
  await screen.find('form').trigger('submit')
  await flushPromises()
  await screen.find('form input').setValue('correct horse')
  await screen.find('form').trigger('submit')
  await flushPromises()
  expect(requests()).toEqual(['backupFile.open', 'backupFile.restore'])
  expect(reload).toHaveBeenCalledOnce()
})

test('in a shop takes the password for the previous version, and does not set the wallet’s file aside', async () => {
  const { screen, press, requests } = await show({ ...details, isShop: true, asks: 'password' })
  expect(screen.findAll('button').map((one) => one.text())).not.toContain('Use recovery phrase')
  expect(screen.text()).toContain('the manager starts Till with an empty data folder')
  await press('Use this version')
  expect(requests()).not.toContain('vault.usePrevious')
  await screen.get('input[type="password"]').setValue('correct horse')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(requests()).toContain('vault.usePrevious')
  expect(reload).toHaveBeenCalledOnce()
})
