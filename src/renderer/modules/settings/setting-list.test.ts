// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { locales } from '../../../shared/app/locales.ts'
import { messages } from '../../locales/all-messages.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { settings, settingsPages } from './setting-list.ts'

let till: MountedTill
afterEach(() => till.close())

const usual = { ...scriptedApp, shell: 'electron' as const }
const full = {
  ...scriptedApp,
  startsWithSystem: false,
  hasShifts: true,
  newerVersion: { version: '0.2.0', date: '2026-11-20' },
  profile: { ...scriptedApp.profile!, id: 'own', name: 'Mine', playMoney: false },
}
const shop = { ...full, kiosk: { on: true, role: 'manager', clerk: null } } as const
const apps = { usual, full, shop }

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-setting]')]
const results = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('[data-results] a')]

test.each((['usual', 'full', 'shop'] as const).flatMap((state) => settingsPages.map((page) => [state, page] as const)))(
  'in the %s Till, the page %s shows exactly the settings of the list',
  async (state, page) => {
    const app = apps[state]
    till = await mountTill(`/settings/${page}`, { app })
    const listed = settings.filter((one) => one.page === page && (one.isShown?.(app) ?? true)).map(({ id }) => id)
    await till.until(() => expect(rows().map(({ id }) => id)).toEqual(listed))
  },
)

test.each(locales)('in %s every row is found by its own label, under its heading', async (locale) => {
  const app = { ...full, settings: { ...full.settings, locale } }
  const field = messages[locale].settings.search
  till = await mountTill('/settings', { app })
  for (const page of settingsPages) {
    await till.router.push(`/settings/${page}`)
    await till.until(() =>
      expect(rows().some(({ id }) => settings.find((one) => one.id === id)?.page === page)).toBe(true),
    )
    const shown = rows().map((row) => ({
      href: `#/settings/${page}#${row.id}`,
      label: document.getElementById(`${row.id}-label`)?.textContent.trim() ?? '',
      heading: row.closest('section')?.querySelector('h2')?.textContent.trim() ?? '',
    }))
    for (const { href, label, heading } of shown) {
      await till.type(field, label)
      const [first] = results()
      expect(first?.getAttribute('href'), label).toBe(href)
      expect(first?.textContent, label).toContain(heading)
    }
    await till.type(field, '')
  }
})
