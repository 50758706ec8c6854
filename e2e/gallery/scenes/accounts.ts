import type { Page } from 'playwright-core'
import type { AccountView } from '../../../src/shared/wallet/views.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

const more: AccountView[] = [
  {
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    name: 'Shop counter',
    colour: 'blue',
    kind: 'phrase',
    inUse: false,
  },
  {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    name: 'Savings',
    colour: 'rose',
    kind: 'imported',
    inUse: false,
  },
  {
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    name: '',
    colour: 'slate',
    kind: 'watched',
    inUse: false,
  },
]

/** Gives the wallet several accounts, of every kind. */
function severalAccounts(script: Script): void {
  script.accounts = [...script.accounts, ...more]
}

export function watching(script: Script): void {
  const wallet = more.find(({ kind }) => kind === 'watched') ?? null
  severalAccounts(script)
  script.app = { ...script.app, wallet }
}
async function options(page: Page, index: number): Promise<void> {
  await page.locator('main li').nth(index).getByRole('button').last().click()
  await page.locator('main .lucide-pencil').waitFor()
}
async function open(page: Page, index: number, icon: string): Promise<void> {
  await options(page, index)
  await page.locator(`main li .lucide-${icon}`).click()
  await page.getByRole('dialog').waitFor()
}
async function openChoice(page: Page, index: number): Promise<void> {
  await page.locator('main section').last().getByRole('button').nth(index).click()
  await page.getByRole('dialog').waitFor()
}
const path = '/wallet/accounts'

/** Scenes of a wallet with several accounts. */
export const accountScenes: Scene[] = [
  { name: 'accounts-wallet', path: '/wallet', prepare: severalAccounts },
  {
    name: 'accounts-switch',
    path: '/wallet',
    prepare: severalAccounts,
    async act(page) {
      await page.locator('main header button[aria-haspopup]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'accounts-one', path },
  { name: 'accounts-list', path, prepare: severalAccounts, act: (page) => options(page, 2) },
  { name: 'accounts-edit', path, prepare: severalAccounts, act: (page) => open(page, 1, 'pencil') },
  {
    name: 'accounts-key',
    path,
    prepare: severalAccounts,
    async act(page) {
      await open(page, 1, 'key-round')
      await page.getByRole('dialog').locator('input').fill('correct horse')
      await page.getByRole('dialog').locator('[type="submit"]').click()
      await page.getByRole('dialog').locator('[aria-pressed]').focus()
      await page.keyboard.down('Enter')
    },
  },
  { name: 'accounts-file', path, prepare: severalAccounts, act: (page) => open(page, 1, 'download') },
  { name: 'accounts-remove', path, prepare: severalAccounts, act: (page) => open(page, 1, 'trash-2') },
  { name: 'accounts-remove-imported', path, prepare: severalAccounts, act: (page) => open(page, 2, 'trash-2') },
  {
    name: 'accounts-import',
    path,
    prepare: (script) => void (script.fails['accounts.import'] = { code: 'bad-key' }),
    async act(page) {
      await openChoice(page, 1)
      await page.getByRole('dialog').locator('input').fill('abc')
      await page.getByRole('dialog').locator('[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'accounts-import-file',
    path,
    prepare(script) {
      script.fails['accounts.import'] = { code: 'bad-keystore', details: { reason: 'wrong-password' } }
    },
    async act(page) {
      await openChoice(page, 1)
      await page.getByRole('dialog').getByRole('radio').last().click()
      await page.getByRole('dialog').locator('textarea').fill('{ "version": 3 }')
      await page.getByRole('dialog').locator('[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'accounts-import-locked',
    path,
    async act(page, { setApp }) {
      setApp({ locked: true })
      await openChoice(page, 1)
    },
  },
  { name: 'accounts-watch', path, act: (page) => openChoice(page, 2) },
  {
    name: 'accounts-watched-checkout',
    path: '/checkout/lumo_MX_200-I',
    prepare: watching,
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345678')
      await page.locator('main button .lucide-receipt-text').click()
      await page.locator('main button .lucide-qr-code').waitFor()
    },
  },
  { name: 'accounts-watched-wallet', path: '/wallet', prepare: watching },
]
