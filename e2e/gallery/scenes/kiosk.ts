import { said } from '../said.ts'
import type { Page } from 'playwright-core'
import { scriptedPage, scriptedShop } from '../../../src/testing/fixtures/sales.ts'
import { ago } from '../../../src/testing/fixtures/ago.ts'
import { accountColours } from '../../../src/shared/wallet/account-colours.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { touch } from '../../support/touch.ts'
import { people, listed, inShop, selling, managing, withCounter, atCounter, byPolicy } from './in-shop.ts'
import { type Scene } from './scene.ts'

/** Types a PIN and enters it, for the clerk who is chosen. */
async function enterPin(page: Page): Promise<void> {
  for (const digit of '9999') await page.getByRole('button', { name: digit, exact: true }).click()
  await page.locator('form button[type=submit]').click()
  await page.getByRole('alert').waitFor()
}
const moreNames = 'Daniela Esteban Fernanda Gael Hortensia Ignacio Jimena Leopoldo Maximiliana'.split(' ')
const moreClerks = moreNames.map((name, index) => ({
  id: `7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f1${String(index).padStart(2, '0')}`,
  name: name === 'Maximiliana' ? 'Maximiliana Hohenzollern-Sigmaringen' : name,
  colour: accountColours[index % accountColours.length] ?? 'teal',
  lockedOut: index === 2,
  lastSignedInAt: ago(60 * 24 * (index + 1)),
}))

/** Sets a shop up at home, all but its float. */
function setUp(script: Script): void {
  const home = script.app
  withCounter(script)
  script.app = home
  script.shifts = []
  script['shop.get'] = { ...scriptedShop, name: 'Abarrotes La Esquina' }
}

/** Scenes of shop mode and its users. */
export const kioskScenes: readonly Scene[] = [
  { name: 'kiosk-start', path: '/till', prepare: inShop },
  {
    name: 'kiosk-start-locked',
    path: '/till',
    prepare(script) {
      inShop(script)
      script.app = { ...script.app, locked: true }
    },
  },
  {
    name: 'kiosk-pin',
    path: '/till',
    prepare(script) {
      inShop(script)
      script.fails['kiosk.signIn'] = { code: 'wrong-pin' }
    },
    async act(page) {
      await enterPin(page)
      await page.getByRole('button', { name: '1', exact: true }).click()
    },
  },
  {
    name: 'kiosk-pin-wait',
    path: '/till',
    prepare(script) {
      inShop(script)
      script.fails['kiosk.signIn'] = { code: 'throttled', details: { until: Date.now() + 60_000 } }
    },
    act: enterPin,
  },
  {
    name: 'kiosk-pin-locked-out',
    path: '/till',
    prepare(script) {
      inShop(script)
      script.clerks = listed().map((clerk) => ({ ...clerk, lockedOut: true }))
    },
  },
  {
    name: 'kiosk-start-many',
    path: '/till',
    prepare(script) {
      inShop(script)
      script.clerks = [...listed(), ...moreClerks]
      script.app = { ...script.app, shopName: 'Abarrotes Lupita y Compañía de Responsabilidad Limitada' }
    },
  },
  {
    name: 'kiosk-start-nobody',
    path: '/till',
    prepare(script) {
      inShop(script)
      script.clerks = []
    },
  },
  {
    name: 'kiosk-manager',
    path: '/till',
    prepare: inShop,
    async act(page) {
      await page.locator('button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'kiosk-wrong-pins',
    path: '/shop',
    prepare(script) {
      managing(script)
      const lastAt = new Date(Date.now() - 20 * 60_000).toISOString()
      script['clerks.wrongPins'] = people
        .slice(0, 2)
        .map(({ id, name }, at) => ({ id, name, count: 3 - 2 * at, lastAt }))
    },
  },
  {
    name: 'kiosk-keys',
    path: '/till',
    prepare: inShop,
    async act(page) {
      await page.locator('button[aria-haspopup=dialog]').click()
      await touch(page, page.getByRole('dialog').locator('input').first())
      await page.locator('[data-keys]').waitFor()
    },
  },
  {
    name: 'kiosk-keys-signs',
    path: '/sell',
    prepare: selling,
    async act(page) {
      await page.locator('main .lucide-search').click()
      await touch(page, page.locator('main form input'))
      await touch(page, page.locator('[data-keys]').getByText('?123'))
    },
  },
  {
    name: 'kiosk-leaving',
    path: '/sell',
    prepare(script) {
      inShop(script)
      script.app = { ...script.app, kiosk: { on: true, role: 'clerk', clerk: people[1] } }
    },
    async act(page) {
      await page.clock.install()
      await page.reload()
      await page.getByRole('navigation').first().waitFor()
      await page.clock.runFor(110_000)
      await page.getByRole('status').filter({ hasText: '10' }).waitFor()
    },
  },
  {
    name: 'kiosk-people',
    path: '/settings/clerks',
    prepare: (script) => void (script.clerks = listed()),
  },
  {
    name: 'kiosk-people-shop',
    path: '/settings/clerks',
    prepare(script) {
      inShop(script)
      script.app = { ...script.app, kiosk: { on: true, role: 'manager', clerk: null } }
    },
  },
  { name: 'kiosk-nobody', path: '/settings/clerks' },
  {
    name: 'kiosk-add',
    path: '/settings/clerks',
    prepare: (script) => void (script.clerks = listed()),
    async act(page) {
      await page.locator('button[aria-haspopup=dialog]').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'shop-setup-begun',
    path: '/settings/shop-setup',
    prepare: (script) => void (script.clerks = listed()),
  },
  {
    name: 'shop-setup',
    path: '/settings/shop-setup',
    prepare(script) {
      setUp(script)
      script.counter = { byPolicy: false, pages: [] }
    },
    async act(page) {
      await page.locator('main ol img, main ol .brand').first().waitFor()
    },
  },
  {
    name: 'shop-setup-all',
    path: '/settings/shop-setup',
    prepare(script) {
      setUp(script)
      script.counter = { byPolicy: false, pages: [] }
    },
    async act(page) {
      await page.locator('main ol ul button').click()
    },
  },
  {
    name: 'shop-setup-no-fee',
    path: '/settings/shop-setup',
    prepare(script) {
      setUp(script)
      script.counter = { byPolicy: false, pages: [] }
      script['sales.price'] = { currency: 'MXN', price: '222', withoutFee: true }
    },
    async act(page) {
      await page
        .getByText(said(({ shopSetup }) => shopSetup.about))
        .first()
        .waitFor()
    },
  },
  {
    name: 'shop-setup-ready',
    path: '/settings/shop-setup',
    prepare: setUp,
    async act(page) {
      await page.locator('main ol input').fill('500')
    },
  },
  {
    name: 'shop-setup-policy',
    path: '/settings/shop-setup',
    prepare(script) {
      setUp(script)
      script.counter = { ...script.counter, byPolicy: true }
      script.app = { ...script.app, policy: { sets: ['favourites', 'prices', 'receipt'], problem: null } }
    },
  },
  {
    name: 'shop-setup-open',
    path: '/settings/shop-setup',
    prepare(script) {
      withCounter(script)
      script['shop.get'] = { ...scriptedShop, name: 'Abarrotes La Esquina' }
    },
  },
  {
    name: 'shop-setup-failed',
    path: '/settings/shop-setup',
    prepare: (script) => void (script.fails['prices.get'] = { code: 'internal' }),
  },
  {
    name: 'counter-find-number',
    path: '/sell',
    prepare: atCounter,
    async act(page) {
      await page.getByRole('button', { name: said(({ sell }) => sell.findAnother) }).click()
      await page
        .getByRole('region', { name: said(({ titles }) => titles.counter) })
        .getByRole('textbox')
        .fill('5512345678')
      await page.getByText('+52 55').waitFor()
    },
  },
  {
    name: 'counter-find-keyed',
    path: '/sell',
    prepare(script) {
      atCounter(script)
      const [lumo] = script.variants.filter(({ sku }) => sku === 'lumo_MX_50-I')
      if (lumo === undefined) throw new Error('no lumo_MX_50-I')
      const foreign = (['CA', 'US'] as const).map((country) => ({
        ...lumo,
        sku: `lumo_${country}_50-I`,
        country,
        supportedCountries: [country],
        price: { ...lumo.price, fiatCurrency: { CA: 'CAD', US: 'USD' }[country] },
      }))
      script.variants = [...foreign, ...script.variants]
    },
    async act(page) {
      await page.keyboard.type('5512345678')
      await page.keyboard.type('lumo 50', { delay: 60 })
      await page.getByRole('button', { name: /CA\$\s?50|50\s\$CA/ }).waitFor()
    },
  },
  {
    name: 'counter-page',
    path: '/sell',
    prepare: atCounter,
    async act(page) {
      await page.getByRole('radio', { name: /^Juegos/ }).click()
    },
  },
  {
    name: 'counter-recent',
    path: '/sell',
    prepare: atCounter,
    async act(page) {
      await page.getByRole('radiogroup').first().getByRole('radio').last().click()
    },
  },
  { name: 'counter-invite', path: '/sell', prepare: managing },
  { name: 'counter-set', path: '/settings/counter', prepare: withCounter },
  {
    name: 'counter-set-find',
    path: '/settings/counter',
    prepare(script) {
      withCounter(script)
      script.counter = { byPolicy: false, pages: [scriptedPage('Recargas', ['lumo_MX_200-I'])] }
    },
    async act(page) {
      await page.locator('main .lucide-plus').first().click()
      await page.locator('main input').nth(1).fill('lumo')
      await page.locator('main .lucide-check').waitFor()
    },
  },
  { name: 'counter-set-none', path: '/settings/counter', prepare: managing },
  { name: 'counter-set-policy', path: '/settings/counter', prepare: byPolicy },
  {
    name: 'counter-set-failed',
    path: '/settings/counter',
    prepare(script) {
      withCounter(script)
      script.fails = { 'counter.get': { code: 'internal' } }
    },
  },
  {
    name: 'counter-brand',
    path: '/shop',
    prepare: withCounter,
    async act(page) {
      await page.locator('[data-results] a').first().waitFor()
      await page.goto(`${page.url().split('#')[0] ?? ''}#/brand/lumo`)
      await page.locator('main .lucide-layout-dashboard').nth(4).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'prices-policy', path: '/settings/prices', prepare: byPolicy },
  {
    name: 'settings-policy-unavailable',
    path: '/settings',
    prepare(script) {
      byPolicy(script)
      script['policy.unavailable'] = [
        { name: 'nimbus-mobile_MX_20-I', path: 'favourites.counter.0.products.0' },
        { name: 'top-up', path: 'prices.rules.1.productType' },
      ]
    },
  },
  { name: 'receipt-settings-policy', path: '/settings/shop', prepare: byPolicy },
  { name: 'prices', path: '/settings/prices', prepare: managing },
  {
    name: 'prices-two-readings',
    path: '/settings/prices',
    prepare: managing,
    async act(page) {
      await page.locator('form input[inputmode=decimal]').first().fill('16.500')
    },
  },
  {
    name: 'prices-no-fee',
    path: '/settings/prices',
    prepare(script) {
      managing(script)
      script['prices.try'] = { cost: '80', price: '84', knowsFee: false }
      script['prices.learnFee'] = false
    },
    async act(page) {
      await page.locator('main').getByRole('status').getByRole('button').click()
    },
  },
  { name: 'prices-none', path: '/settings/prices' },
]
