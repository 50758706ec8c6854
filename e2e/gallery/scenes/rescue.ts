import type { ErrorDetails } from '../../../src/shared/errors.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

function vaultDamaged(script: Script, more: ErrorDetails<'vault-damaged'> = {}): void {
  const previous = { previousAt: Date.now() - 3 * 86_400_000, previousAccounts: 3 }
  const details = { file: '/home/you/.local/share/till/vault.json', ...previous, ...more, typesPaths: true }
  script.fails['app.get'] = { code: 'vault-damaged', details }
}

function ledgerLost(script: Script, more: ErrorDetails<'ledger-damaged'>): void {
  const details = {
    file: '/home/you/.local/share/till/ledger.db',
    loss: 'damaged',
    copiedAt: null,
    keepsKeys: true,
    typesPaths: true,
    backupAt: Date.now() - 86_400_000,
    backupFile: '/media/you/STICK/till-2026-11-22-061500.tillbackup',
  }
  script.fails['app.get'] = { code: 'ledger-damaged', details: { ...details, ...more } }
}

/** Scenes of a lost ledger or vault. */
export const rescueScenes: Scene[] = [
  {
    name: 'ledger-damaged',
    path: '/shop',
    prepare: (script) => ledgerLost(script, { copiedAt: Date.now() - 7_200_000 }),
  },
  { name: 'ledger-damaged-without-copy', path: '/shop', prepare: (script) => ledgerLost(script, {}) },
  {
    name: 'ledger-missing',
    path: '/shop',
    prepare: (script) => ledgerLost(script, { loss: 'missing', copiedAt: Date.now() - 7_200_000 }),
  },
  {
    name: 'ledger-missing-without-copy',
    path: '/shop',
    prepare: (script) => ledgerLost(script, { loss: 'missing', backupAt: null, backupFile: null }),
    async act(page) {
      await page.locator('main button').first().click()
      await page.getByRole('status').waitFor()
    },
  },
  {
    name: 'ledger-missing-backup',
    path: '/shop',
    prepare: (script) => ledgerLost(script, { loss: 'missing', copiedAt: Date.now() - 7_200_000 }),
    async act(page) {
      await page.locator('main li button').nth(2).click()
      await page.locator('form button[type="submit"]').click()
      await page.locator('form input[type="password"]').waitFor()
    },
  },
  {
    name: 'ledger-missing-empty',
    path: '/shop',
    prepare: (script) => ledgerLost(script, { loss: 'missing' }),
    async act(page) {
      await page.locator('main li button').last().click()
      await page.locator('main li li').first().waitFor()
    },
  },
  {
    name: 'rescue-in-shop',
    path: '/shop',
    prepare: (script) => ledgerLost(script, { copiedAt: Date.now() - 7_200_000, isShop: true, asks: 'password' }),
    async act(page) {
      await page.locator('main li button').nth(1).click()
      await page.locator('form input[type="password"]').waitFor()
    },
  },
  {
    name: 'rescue-in-shop-typed',
    path: '/shop',
    prepare: (script) => ledgerLost(script, { keepsKeys: false, isShop: true, asks: 'typed' }),
    async act(page) {
      await page.locator('main li button').last().click()
      await page.locator('form input').last().waitFor()
    },
  },
  {
    name: 'vault-damaged-in-shop',
    path: '/shop',
    prepare: (script) => vaultDamaged(script, { isShop: true, asks: 'password' }),
  },
  {
    name: 'vault-damaged',
    path: '/shop',
    prepare: (script) => vaultDamaged(script),
  },
  {
    name: 'vault-damaged-backup',
    path: '/shop',
    prepare: (script) => vaultDamaged(script),
    async act(page) {
      await page.locator('main li button').nth(1).click()
      await page.locator('form input').fill('/media/you/STICK/till-2026-11-22-061500.tillbackup')
      await page.locator('form button[type="submit"]').click()
      await page.locator('form input[type="password"]').waitFor()
    },
  },
]
