import type { Page } from 'playwright-core'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

const firstRun = (script: Script): void => {
  script.app = { ...script.app, profile: null, wallet: null, locked: true }
}
const noWallet = (script: Script): void => {
  script.app = { ...script.app, wallet: null, locked: true }
}
const newcomer = (script: Script): void => {
  firstRun(script)
  script.app = { ...script.app, settings: { ...script.app.settings, homeCountry: null } }
}
async function toWords(page: Page): Promise<void> {
  await newPassword(page)
  await page.locator('button[type="submit"]:enabled').click()
  await page.locator('[data-words] button').waitFor()
}
async function newPassword(page: Page): Promise<void> {
  const fields = page.locator('input[autocomplete="new-password"]')
  await fields.nth(0).fill('seven calm green boats')
  await fields.nth(1).fill('seven calm green boats')
}

/** Scenes from the first screen to a wallet. */
export const firstRunScenes: Scene[] = [
  { name: 'welcome', path: '/welcome', prepare: firstRun },
  {
    name: 'welcome-country-search',
    path: '/welcome',
    prepare: firstRun,
    async act(page) {
      await page.locator('input[type="search"]').fill('gu')
      await page.locator('li .lucide-corner-down-left').waitFor()
    },
  },
  {
    name: 'welcome-country-nothing',
    path: '/welcome',
    prepare: firstRun,
    async act(page) {
      await page.locator('input[type="search"]').fill('zzz')
    },
  },
  {
    name: 'welcome-country-all',
    path: '/welcome',
    prepare: firstRun,
    async act(page) {
      await page.locator('main button[aria-expanded="false"]:has(.lucide-globe)').click()
    },
  },
  { name: 'welcome-country-guess', path: '/welcome', prepare: newcomer },
  {
    name: 'welcome-country-unknown',
    path: '/welcome',
    prepare: newcomer,
    async act(page) {
      // A computer whose settings name no country.
      await page.addInitScript(() => {
        const own = new Intl.DateTimeFormat().resolvedOptions()
        Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ ...own, timeZone: 'UTC' })
        const languages = navigator.languages.map((language) => language.slice(0, 2))
        Object.defineProperty(navigator, 'languages', { get: () => languages })
      })
      await page.reload()
      await page.locator('footer button:disabled').waitFor()
    },
  },
  { name: 'welcome-service', path: '/welcome/service', prepare: firstRun },
  {
    name: 'welcome-service-alone',
    path: '/welcome/service',
    prepare: (script) => void (script.app = { ...script.app, profile: null, locked: true }),
  },
  {
    name: 'welcome-service-own',
    path: '/welcome/service',
    prepare(script) {
      firstRun(script)
      script.fails['profile.test'] = { code: 'service-unauthorized' }
    },
    async act(page) {
      await page.getByRole('radio').nth(1).click()
      await page.locator('input[type="url"]').fill('https://shop.example')
      await page.locator('form input[type="text"]').first().fill('corner-shop')
      await page.locator('form button:has(.lucide-plug-zap)').click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'welcome-password-empty', path: '/welcome/new', prepare: noWallet },
  {
    name: 'welcome-password',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await newPassword(page)
    },
  },
  {
    name: 'welcome-passphrase',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await newPassword(page)
      await page.locator('summary').click()
      await page.getByRole('radio').last().click()
      await page.locator('details input').fill('blue heron')
      await page.locator('details input').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'welcome-mismatch',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await newPassword(page)
      await page.locator('input[autocomplete="new-password"]').nth(1).fill('seven calm')
      await page.locator('input[autocomplete="new-password"]').nth(0).focus()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  { name: 'welcome-words', path: '/welcome/new', prepare: noWallet, act: toWords },
  {
    name: 'welcome-words-shown',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await toWords(page)
      await page.locator('[data-words] button').click()
      await page.getByRole('checkbox').click()
    },
  },
  {
    name: 'welcome-words-24',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await page.locator('summary').click()
      await page.getByRole('radio').last().click()
      await toWords(page)
      await page.locator('[data-words] button').click()
    },
  },
  {
    name: 'welcome-check',
    path: '/welcome/new',
    prepare(script) {
      noWallet(script)
      script.fails['vault.create'] = { code: 'backup-check-failed', details: { words: '7,11' } }
    },
    async act(page) {
      await toWords(page)
      await page.locator('[data-words] button').click()
      await page.getByRole('checkbox').click()
      await page.locator('footer button.bg-green').click()
      for (const field of await page.locator('form input').all()) await field.fill('wrong')
      await page.locator('button[type="submit"]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'welcome-backup', path: '/welcome/backup', prepare: firstRun },
  {
    name: 'welcome-backup-password',
    path: '/welcome/backup',
    prepare: firstRun,
    async act(page) {
      await page.locator('form input').fill('/media/you/STICK/till-2026-11-22-061500.tillbackup')
      await page.locator('form button[type="submit"]').click()
      await page.locator('form input[type="password"]').fill('no')
      await page.locator('form button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'welcome-restore',
    path: '/welcome/restore',
    prepare(script) {
      noWallet(script)
      script.fails['vault.restore'] = { code: 'bad-phrase', details: { reason: 'unknown-word', position: 1 } }
    },
    async act(page) {
      await page
        .locator('textarea')
        .fill('lemon orbit hazard quiet velvet tunnel pencil garden metal summer fiber anchor')
      await newPassword(page)
      await page.locator('button[type="submit"]:enabled').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
]
