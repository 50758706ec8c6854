import './app/start/seed-scroll-positions.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import StartFailed from './app/start/StartFailed.vue'
import { createI18nPlugin, loadScreenMessages } from './app/messages/i18n.ts'
import { noteErrors } from './app/messages/note-errors.ts'
import { createTillRouter } from './app/start/router.ts'
import { applyTheme } from './app/settings/theme.ts'
import { startApp } from './app/start/start-app.ts'
import { toAppError } from '../shared/errors.ts'
import './ui/theme.css'
import './ui/contrast.css'

/** Not awaited by the file itself: what is loaded later waits for this file, and this waits for what the first screen loads. */
async function begin(): Promise<void> {
  const i18n = createI18nPlugin()
  const pinia = createPinia()

  // Stores are used before a component exists, so the store comes first.
  const app = createApp(App).use(pinia).use(i18n)
  noteErrors(app)
  try {
    const started = app.runWithContext(() => startApp(i18n))
    // Made while the words are on their way: its guards read the store with the first step.
    const router = createTillRouter(i18n)
    await started
    app.use(router)
    // The frame belongs to a screen: before the first one is known, neither is shown.
    await router.isReady()
    app.mount('#app')
  } catch (thrown) {
    const { code, details } = toAppError(thrown)
    await loadScreenMessages(i18n).catch(() => undefined)
    // The setting could not be read: the system's own look is the best guess.
    applyTheme('system', document.documentElement)
    const damaged = {
      'ledger-damaged': () => import('./app/rescue/LedgerLost.vue'),
      'vault-damaged': () => import('./app/rescue/VaultDamaged.vue'),
    }
    const failed =
      code === 'ledger-damaged' || code === 'vault-damaged'
        ? createApp((await damaged[code]()).default, { details })
        : createApp(StartFailed)
    failed.use(pinia).use(i18n).mount('#app')
  }
}

/** Starts the page on the customer's display, to which main answers nothing else. */
async function beginForCustomer(): Promise<void> {
  const { startCustomer } = await import('./modules/customer/start-customer.ts')
  await startCustomer(document.getElementById('app') ?? document.body)
}

void (window.location.hash === '#/customer' ? beginForCustomer() : begin())
