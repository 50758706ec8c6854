// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { createScriptedBridge } from '../../../testing/scripted/bridge.ts'
import { createI18nPlugin } from '../messages/i18n.ts'
import { startApp } from './start-app.ts'

it('applies the chosen language and theme before anything is shown', async () => {
  const settings = { ...scriptedApp.settings, locale: 'es', theme: 'dark' } as const
  const { bridge } = createScriptedBridge({ app: { ...scriptedApp, settings } })
  Object.defineProperty(window, 'till', { value: bridge, configurable: true })
  window.requestIdleCallback = () => 0
  setActivePinia(createPinia())
  const i18n = createI18nPlugin()
  await startApp(i18n)
  expect(i18n.global.t('shop.refresh')).toBe('Actualizar el catálogo')
  expect([document.documentElement.lang, document.documentElement.dataset['theme']]).toEqual(['es', 'dark'])
})
