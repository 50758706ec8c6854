import { createApp, h, shallowRef } from 'vue'
import { chooseLocale } from '../../../shared/app/locales.ts'
import type { CustomerView } from '../../../shared/kiosk/customer-views.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { homeCountry } from '../../app/formats/use-formats.ts'
import { createI18nPlugin, loadScreenMessages, setLocale } from '../../app/messages/i18n.ts'
import { applyTheme } from '../../app/settings/theme.ts'
import CustomerPage from './CustomerPage.vue'

/** Starts the page on the customer's display: a program of its own, which knows only what main shows there. */
export async function startCustomer(root: Element): Promise<() => void> {
  const i18n = createI18nPlugin()
  const view = shallowRef<CustomerView>({
    shop: '',
    locale: null,
    theme: 'system',
    homeCountry: null,
    face: { kind: 'idle' },
  })

  async function follow(next: CustomerView): Promise<void> {
    // First of all, since it may take someone's number away.
    view.value = next
    document.title = next.shop || 'Till'
    homeCountry.value = next.homeCountry
    applyTheme(next.theme, document.documentElement)
    await setLocale(i18n, chooseLocale(next.locale, navigator.languages))
  }
  const stop = onEvent('customer.changed', (next) => void follow(next))
  // Without an answer the display shows nothing of a sale, until main shows something.
  await follow(await request('customer.get').catch(() => view.value))
  await loadScreenMessages(i18n)
  const app = createApp({ render: () => h(CustomerPage, { view: view.value }) }).use(i18n)
  app.mount(root)
  return () => {
    stop()
    app.unmount()
  }
}
