import { said } from '../said.ts'
import type { Page } from '@playwright/test'
import { scriptedCode } from '../../../src/testing/fixtures/codes.ts'
import { scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

const esim = scriptedCode(2)
function prepare(script: Script): void {
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const id = (number: number): string => `0b6c1f5e-6a53-4c0f-9a10-0000000000d${number}`
  script.codes = [
    scriptedCode(1, { expiresOn: inDays(9), note: 'For Lupe’s birthday' }),
    scriptedCode(2, { expiresOn: inDays(80), purchase: { ...esim.purchase, countryCount: 244 } }),
    scriptedCode(1, { id: id(1), rest: '62.50' }),
    scriptedCode(1, { id: id(2), isUsed: true, rest: '17.04' }),
    scriptedCode(1, { id: id(3), expiresOn: inDays(-3) }),
  ]
}
async function show(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: said(({ codes }) => codes.showNamed, { name }) })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

export const codeScenes: Scene[] = [
  { name: 'codes', path: '/codes', prepare },
  { name: 'codes-none', path: '/codes' },
  {
    name: 'codes-search',
    path: '/codes',
    prepare,
    act: async (page) => page.getByRole('searchbox', { name: said(({ codes }) => codes.search) }).fill('lupe'),
  },
  {
    name: 'codes-search-nothing',
    path: '/codes',
    prepare,
    act: async (page) => page.getByRole('searchbox', { name: said(({ codes }) => codes.search) }).fill('lumo'),
  },
  { name: 'codes-purchases', path: '/purchases', prepare },
  { name: 'codes-purchases-search', path: '/purchases?q=lupe', prepare },
  {
    name: 'codes-gift-esim',
    path: '/codes/0b6c1f5e-6a53-4c0f-9a10-0000000000c2/gift',
    prepare(script) {
      const { purchase } = scriptedCode(2)
      script.codes = [scriptedCode(2, { purchase: { ...purchase, sku: 'vireo_5GB_30-I' } })]
    },
    act: async (page) => page.getByText('LPA:').waitFor(),
  },
  {
    name: 'codes-show',
    path: '/codes',
    prepare,
    async act(page) {
      await show(page, 'Casa Market')
      await page.getByRole('button', { name: said(({ codes }) => codes.copyCode) }).click()
    },
  },
  {
    name: 'codes-use',
    path: '/codes',
    prepare,
    async act(page) {
      await page
        .getByRole('button', { name: said(({ codes }) => codes.useNamed, { name: 'Casa Market' }) })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'codes-unuse',
    path: '/codes',
    prepare,
    async act(page) {
      await page
        .getByRole('button', { name: said(({ codes }) => codes.unuseNamed, { name: 'Casa Market' }) })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'codes-ended-with-rest',
    path: '/purchases',
    prepare(script) {
      script.codes = [scriptedCode(1, { expiresOn: '2020-01-31', rest: '120.50' })]
    },
  },
  {
    name: 'codes-esim',
    path: '/codes',
    prepare,
    async act(page) {
      await show(page, 'Vireo')
      await page.getByRole('button', { name: said(({ codes }) => codes.esim.show) }).click()
      await page.getByRole('img', { name: /eSIM/ }).waitFor()
    },
  },
  {
    name: 'codes-keep',
    path: '/purchases/0b6c1f5e-6a53-4c0f-9a10-000000000008',
    async act(page) {
      const keep = page.getByRole('button', { name: said(({ codes }) => codes.keep) })
      await keep.or(page.getByRole('button', { name: said(({ codes }) => codes.another) })).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'codes-keep-same',
    path: '/purchases/0b6c1f5e-6a53-4c0f-9a10-000000000008',
    prepare: (script) => void (script['codes.findSame'] = () => esim),
    async act(page) {
      await page.getByRole('button', { name: said(({ codes }) => codes.keep) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').first().fill('LPA:1$smdp.example.com$04386')
      await dialog.getByText('Vireo').waitFor()
    },
  },
  {
    name: 'codes-purchase',
    path: '/purchases/0b6c1f5e-6a53-4c0f-9a10-000000000008',
    prepare(script) {
      prepare(script)
      const card = scriptedPurchase(8, 'delivered', 60, { brandName: 'Casa Market', productType: 'gift_card' })
      script.purchases = script.purchases.map((one) => (one.id === card.id ? card : one))
    },
  },
  {
    name: 'codes-gift',
    path: '/codes/0b6c1f5e-6a53-4c0f-9a10-0000000000c1/gift',
    prepare,
    async act(page) {
      await page.locator('main textarea').fill('Happy birthday, Lupe!\nFrom all of us.')
    },
  },
  { name: 'codes-gift-ended', path: '/codes/0b6c1f5e-6a53-4c0f-9a10-0000000000d3/gift', prepare },
]
