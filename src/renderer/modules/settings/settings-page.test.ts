// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { languages, locales } from '../../../shared/app/locales.ts'
import { messages } from '../../locales/all-messages.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { clerksApp, scriptedApp } from '../../../testing/fixtures/app.ts'
import { settingsPages } from './setting-list.ts'

let till: MountedTill
afterEach(() => {
  till.close()
  vi.restoreAllMocks()
})

const field = 'Search settings'
const narrow = (): void => {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(min-width: 900px)' ? matchMedia('(min-width: 9000px)') : matchMedia(query),
  )
}
const current = (): string[] =>
  [...document.querySelectorAll('nav[aria-label="Settings"] a[aria-current="page"] .font-medium')].map(
    (label) => label.textContent,
  )
const results = (): string[] =>
  [...document.querySelectorAll('[data-results] a')].map((link) => link.textContent.replace(/\s+/g, ' ').trim())
const focusOn = (id: string): Promise<void> => till.until(() => expect(document.activeElement?.id).toBe(id))

describe('the pages', () => {
  test('a wide window opens the first, and says of each what is in it', async () => {
    till = await mountTill('/settings')
    await till.until(() => till.button('Dark'))
    expect(current()).toEqual(['General'])
    await till.until(() => till.button('Service Sandbox, 2 networks'))
    for (const name of ['Security Password · Spending limits', 'Point of sale Shop mode off', 'About Version 0.1.0'])
      till.button(name)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    await till.press(/^Backup/)
    await till.until(() => till.button('Show recovery phrase'))
    expect(till.path()).toBe('/settings/backup')
    expect(current()).toEqual(['Backup'])
    expect(document.title).toBe('Backup · Settings · Till')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Backup')
  })

  test('what deletes stands alone, at the end', async () => {
    till = await mountTill('/settings/delete')
    await till.until(() => till.button('Delete…'))
    expect(document.querySelectorAll('main [data-setting]')).toHaveLength(1)
    expect(settingsPages.at(-1)).toBe('delete')
    for (const page of settingsPages.slice(0, -1)) {
      await till.router.push(`/settings/${page}`)
      await till.until(() => expect(() => till.button('Delete…')).toThrow())
    }
  })

  test('a narrow window shows the list, then one page with a way back', async () => {
    narrow()
    till = await mountTill('/settings')
    await till.until(() => till.field(field))
    expect(() => till.button('Dark')).toThrow()
    expect(current()).toEqual([])
    await till.press(/^Security/)
    await till.until(() => till.button('Change password'))
    expect(document.querySelector('h1')?.textContent).toBe('Security')
    expect(() => till.field(field)).toThrow()
    await till.press('Back')
    await till.until(() => till.field(field))
    expect(till.path()).toBe('/settings')
  })

  test('with large letters a wide window has no room for two columns either', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(653)
    document.documentElement.style.fontSize = '32px'
    till = await mountTill('/settings')
    await till.until(() => till.button(/^Security/))
    await till.until(() => expect(() => till.button('Dark')).toThrow())
    till.close()
    document.documentElement.style.fontSize = ''
    till = await mountTill('/settings')
    await till.until(() => till.button('Dark'))
    till.button(/^Security/)
  })

  test('an unknown page opens the first', async () => {
    till = await mountTill('/settings/nothing')
    await till.until(() => till.button('Dark'))
  })
})

describe('links', () => {
  test.each([
    ['/settings#words', '/settings/backup#words', 'words'],
    ['/settings#backup', '/settings/backup#backup', 'backup'],
    ['/settings#erase', '/settings/delete#erase', 'erase'],
    ['/settings/security#limits', '/settings/security#limits', 'limits'],
  ])('%s opens %s', async (from, to, id) => {
    till = await mountTill(from)
    await focusOn(id)
    expect(till.path()).toBe(to)
  })

  test('main opens a page, and the settings as a whole', async () => {
    till = await mountTill('/shop')
    till.scripted.emit('page.open', { path: '/settings/about' })
    await till.until(() => till.button('Save a report…'))
    till.scripted.emit('page.open', { path: '/settings' })
    await till.until(() => till.button('Dark'))
  })

  test('the reminder of a backup leads to the backup file', async () => {
    till = await mountTill('/wallet', { 'backupFile.get': { isDue: true } })
    await till.until(() => till.button('Back up'))
    await till.press('Back up')
    await focusOn('backup')
    expect(till.path()).toBe('/settings/backup#backup')
  })

  test('the pages of a shop lead back to the point of sale', async () => {
    for (const path of ['/settings/clerks', '/settings/prices', '/settings/shop', '/sales', '/sales/registers']) {
      till = await mountTill(path)
      vi.spyOn(till.router.options.history, 'state', 'get').mockReturnValue({})
      await till.until(() => till.button('Back'))
      await till.press('Back')
      await till.until(() => expect(till.path()).toBe('/settings/point-of-sale'))
      till.close()
    }
    till = await mountTill('/settings/point-of-sale')
  })
})

test('shows the state of each part of a shop', async () => {
  till = await mountTill('/settings/point-of-sale', {
    'shop.get': { printer: 'system' },
    fails: { 'prices.get': { code: 'internal' } },
  })
  await till.until(() => till.button(/^Receipt and printer .* This computer’s printer$/))
  till.button(/^Shop mode .* Shop mode off$/)
  expect(document.querySelector<HTMLSelectElement>('#sign-out select')?.value).toBe('2')
  till.button(/^Counter .* 0$/)
  till.button(/^Cash prices .* markup\.$/)
  till.button(/^Receipt and printer .* This computer’s printer$/)
  till.button(/^Other registers .* 0$/)
  await till.press(/^Cash prices/)
  await till.until(() => expect(till.path()).toBe('/settings/prices'))
})

test.each([
  ['en', ['sales', 'reports', 'shift', 'z report', 'x report']],
  ['es', ['ventas', 'informes', 'reportes', 'turno', 'corte z']],
  ['pt', ['vendas', 'relatórios', 'fechamento de caixa', 'turno', 'relatório z']],
] as const)('at home, in %s, the search leads to the books of a shop that had a shift', async (locale, queries) => {
  const app = { ...scriptedApp, hasShifts: true, settings: { ...scriptedApp.settings, locale } }
  till = await mountTill('/settings', { app })
  const search = messages[locale].settings.search
  await till.until(() => till.field(search))
  for (const query of queries) {
    await till.type(search, query)
    const found = [...document.querySelectorAll('[data-results] a')].map((link) => link.getAttribute('href'))
    expect(found, query).toContain('#/settings/point-of-sale#sales')
  }
  await till.router.push('/settings/point-of-sale')
  const row = await till.until(() => document.querySelector<HTMLElement>('a#sales') ?? expect.fail('no row'))
  row.click()
  await till.until(() => expect(till.path()).toBe('/sales'))
})

test('without any shift there are no books to lead to', async () => {
  till = await mountTill('/settings/point-of-sale')
  await till.until(() => till.button(/^Other registers/))
  expect(() => till.button(/^Sales and reports/)).toThrow()
})

describe('the search', () => {
  test('shows each setting with its page and value, and marks the words', async () => {
    till = await mountTill('/settings/about')
    await till.until(() => till.field(field))
    await till.type(field, 'lock')
    expect(till.text()).toContain('5 results for “lock”')
    expect(results()[0]).toContain('Lock automatically after')
    till.button(/^Lock automatically after Security › Lock ?ing 5 minutes$/)
    till.button(/^Recovery phrase Backup › Wallet · restores a lock ?ed wallet$/)
    const marks = [...document.querySelectorAll('[data-results] mark')].map((mark) => mark.textContent)
    expect(marks).toContain('Lock')
    // The pages stay, and what was typed on one of them too.
    till.button(/^About/)
    expect(current()).toEqual([])
    await till.type(field, 'zzz')
    expect(till.text()).toContain('No results for “zzz”')
  })

  test.each(locales)('finds the language by the name of %s, its own and the English one', async (locale) => {
    till = await mountTill('/settings/about')
    await till.until(() => till.field(field))
    const english = new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale
    const [own = ''] = languages[locale].name.split(' ')
    for (const name of [english, own]) {
      await till.type(field, name)
      expect([name, results().join()]).toEqual([name, expect.stringContaining('Language')])
    }
  })

  test('finds a mistyped setting, and says for which word', async () => {
    till = await mountTill('/settings/about')
    await till.until(() => till.field(field))
    await till.type(field, 'passwrd')
    expect(till.text()).toMatch(/results? for “password”/)
    expect(results()[0]).toContain('Password')
    await till.type(field, 'currency')
    till.button(/^Home country .*currency/)
    till.button(/^Cash prices .*currency/)
  })

  const press = (key: string): boolean =>
    till.field(field).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

  test('Enter opens the first, with the focus on it; the same again works from its own page', async () => {
    till = await mountTill('/settings')
    await till.until(() => till.field(field))
    for (let n = 0; n < 2; n += 1) {
      till.field(field).focus()
      await till.type(field, 'desbloquea')
      press('Enter')
      await focusOn('password')
      expect(till.path()).toBe('/settings/security#password')
      expect(till.field(field).value).toBe('')
    }
  })

  test('Escape clears, arrow down moves to the results, and a press opens one', async () => {
    till = await mountTill('/settings')
    await till.until(() => till.field(field))
    await till.type(field, 'theme')
    press('ArrowDown')
    expect(document.activeElement?.textContent).toContain('Theme')
    press('Escape')
    await till.until(() => expect(results()).toEqual([]))
    expect(document.activeElement).toBe(till.field(field))
    await till.type(field, 'licences')
    await till.press(/^Licences/)
    await focusOn('licences')
    await till.type(field, 'theme')
    await till.press('Clear the search')
    expect(results()).toEqual([])
  })

  test('in a narrow window the results stand above the pages', async () => {
    narrow()
    till = await mountTill('/settings')
    await till.until(() => till.field(field))
    await till.type(field, 'recovery')
    till.button(/^Backup/)
    await till.press(/^Recovery phrase/)
    await focusOn('words')
  })

  test.each([
    ['start with the system', { startsWithSystem: null }, 0],
    ['start with the system', { startsWithSystem: true }, 1],
    ['window can’t do', { shell: 'electron' }, 0],
    ['window can’t do', { shell: 'chromium' }, 1],
    ['lock automatically', { kiosk: { on: true, role: 'manager', clerk: null } }, 0],
    ['lock the wallet', { kiosk: { on: true, role: 'manager', clerk: null } }, 1],
    ['is available', { newerVersion: null }, 0],
  ] as const)('“%s” with %j has %i results', async (query, change, count) => {
    till = await mountTill('/settings', { app: { ...scriptedApp, ...change } })
    await till.until(() => till.field(field))
    await till.type(field, query)
    expect(results()).toHaveLength(count)
  })

  test('a clerk sees nothing of it', async () => {
    till = await mountTill('/settings/security', { app: clerksApp })
    expect(till.path()).toBe('/sell')
  })
})
