import type { Page } from 'playwright-core'
import type { ShopHead } from '../../../src/shared/receipts/receipt-views.ts'
import { scriptedShop } from '../../../src/testing/fixtures/sales.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

const shop = (given: Partial<ShopHead> = {}) =>
  function prepare(script: Script): void {
    script['shop.get'] = {
      ...scriptedShop,
      language: script.app.settings.locale ?? 'en',
      name: 'Abarrotes Lupita',
      address: ['Av. Juárez 12', '68000 Oaxaca'],
      taxNumber: 'XAXX010101000',
      header: 'Todos los días de 7 a 22 h',
      footer: '¡Gracias por tu compra!\nabarrotes-lupita.example',
      ...given,
    }
  }
const printer = { host: '192.168.1.50', port: 9100 }

/** Types another printer, which must be saved before it can be tested. */
async function typeHost(page: Page): Promise<void> {
  await page.locator('form input[type=text]').nth(2).fill('192.168.1.51')
  await page.locator('form button[type=submit]').scrollIntoViewIfNeeded()
}

/** Scenes of a shop's receipts and its printer. */
export const receiptScenes: readonly Scene[] = [
  { name: 'receipt-settings-first', path: '/settings/shop' },
  { name: 'receipt-settings-58', path: '/settings/shop', prepare: shop({ paper: '58', printer: 'system' }) },
  { name: 'receipt-settings-80', path: '/settings/shop', prepare: shop({ printer }) },
  { name: 'receipt-settings-a4', path: '/settings/shop', prepare: shop({ paper: 'A4', printer: 'system' }) },
  { name: 'receipt-settings-setup', path: '/settings/shop?setup', prepare: shop({ printer }), act: typeHost },
  {
    name: 'receipt-settings-refused',
    path: '/settings/shop',
    prepare(script) {
      shop({ printer })(script)
      script.fails['shop.printTest'] = { code: 'printer-failed', details: { reason: 'unreachable' } }
    },
    async act(page) {
      await page.locator('button:has(.lucide-printer)').click()
      await page.getByRole('alert').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'receipt-settings-mistyped',
    path: '/settings/shop',
    prepare: shop({ printer }),
    async act(page) {
      const texts = page.locator('form input[type=text]')
      await texts.nth(0).fill('Abarrotes y mucho más '.repeat(6))
      await page.locator('form textarea').first().fill('1\n2\n3\n4\n5')
      await texts.nth(2).fill('http://printer')
      await texts.nth(3).fill('80')
      await page.locator('input[type=file]').setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: Buffer.from('no picture'),
      })
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'receipt-settings-logo',
    path: '/settings/shop',
    prepare: shop({ language: 'es', paper: '58' }),
    async act(page) {
      const made = await page.evaluate(() => {
        const canvas = document.createElement('canvas')
        ;[canvas.width, canvas.height] = [400, 120]
        const pen = canvas.getContext('2d')!
        pen.font = '700 90px serif'
        pen.fillText('Lupita', 60, 90)
        return canvas.toDataURL('image/png').split(',')[1]!
      })
      const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(made, 'base64') }
      await page.locator('input[type=file]').setInputFiles(picture)
      await page.locator('article img').waitFor()
    },
  },
]
