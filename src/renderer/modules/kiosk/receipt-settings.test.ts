// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scriptedPrices, scriptedShop } from '../../../testing/fixtures/sales.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { pageRule } from '../../app/print/use-paper-size.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { readLogo } from './read-logo.ts'

let till: MountedTill | null = null
/** Stands in for the page's picture decoder. */
let decoded: () => Promise<void>
beforeEach(() => {
  decoded = () => Promise.resolve()
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(() => decoded())
})
afterEach(() => {
  till?.close()
  till = null
  vi.restoreAllMocks()
})

async function open(given: Parameters<typeof mountTill>[1] = {}): Promise<MountedTill> {
  const opened = await mountTill('/settings/shop', given)
  till = opened
  await opened.until(() => opened.field('Name'))
  return opened
}
const printer = { host: '192.168.1.50', port: 9100 }

test('previews typed settings at once and saves them on request', async () => {
  const page = await open()
  expect(page.isOff('Save')).toBe(true)
  await page.type('Name', 'Abarrotes Lupita')
  await page.type('Address', 'Av. Juárez 12\nOaxaca')
  await page.press('Español')
  await page.press('58 mm')
  const paper = document.querySelector('article')?.textContent ?? ''
  for (const words of ['Abarrotes Lupita', 'Oaxaca', 'Precio', 'PRUEBA']) expect(paper).toContain(words)
  await page.submit('Name')
  await page.until(() => expect(page.text()).toContain('Saved.'))
  expect(page.inputsOf('shop.set')).toEqual([
    { ...scriptedShop, name: 'Abarrotes Lupita', address: ['Av. Juárez 12', 'Oaxaca'], language: 'es', paper: '58' },
  ])
  expect(page.isOff('Save')).toBe(true)
})

test('previews a sale of the country and in the currency that the shop sells in', async () => {
  const settings = { ...scriptedApp.settings, homeCountry: 'FR' }
  const page = await open({
    app: { ...scriptedApp, settings },
    'prices.get': { ...scriptedPrices, currency: 'EUR' },
    'shop.get': { ...scriptedShop, language: 'fr' },
  })
  const paper = (): string => (document.querySelector('article')?.textContent ?? '').replace(/\s/g, ' ')
  await page.until(() => expect(paper()).toContain('+33 6 12 34 56 78'))
  for (const words of ['Lumo 20,00 €', 'Prix22,00 €', 'Rendu28,00 €']) expect(paper()).toContain(words)
  expect(paper()).not.toMatch(/MX|\+52/)
})

test('previews a sale in the money of the country as long as the shop has no prices', async () => {
  const settings = { ...scriptedApp.settings, homeCountry: 'US' }
  const page = await open({ app: { ...scriptedApp, settings }, 'prices.get': null })
  await page.until(() => expect(document.querySelector('article')?.textContent).toContain('+1 201 555 0123'))
  expect(document.querySelector('article')?.textContent).toContain('Price$22.00')
})

test('in the set-up, one press saves and goes on, and a test can be printed before', async () => {
  const page = (till = await mountTill('/settings/shop?setup'))
  await page.until(() => page.field('Name'))
  await page.type('Name', 'Abarrotes Lupita')
  expect(() => page.button('Save')).toThrow()
  await page.press('Network printer')
  await page.type('Name or address', printer.host)
  await page.press('Save')
  await page.until(() => expect(page.isOff('Print test receipt')).toBe(false))
  expect(page.path()).toBe('/settings/shop?setup')
  page.button('Continue the setup')
  await page.type('Name', 'Abarrotes La Esquina')
  page.scripted.script.fails['shop.set'] = { code: 'internal' }
  await page.submit('Name')
  await page.until(() => expect(document.querySelector('main [role="alert"]')).not.toBeNull())
  expect(page.path()).toBe('/settings/shop?setup')
  delete page.scripted.script.fails['shop.set']
  await page.press('Save and continue')
  await page.until(() => expect(page.path()).toBe('/settings/shop-setup'))
  expect(page.inputsOf('shop.set').at(-1)).toMatchObject({ name: 'Abarrotes La Esquina', printer })
})

test('reports an invalid printer before saving, and tests a printer only after saving', async () => {
  const page = await open()
  await page.press('Network printer')
  expect(page.text()).toContain('Enter a name or an address such as 192.168.1.50')
  expect(page.text()).not.toContain('Save your changes first')
  await page.type('Name or address', 'http://printer')
  await page.type('Port', '80')
  expect(page.text()).toContain('without http or spaces')
  expect(page.text()).toContain('Enter a number from 1024 to 65535.')
  expect(page.isOff('Save')).toBe(true)
  await page.type('Name or address', printer.host)
  await page.type('Port', '9100')
  expect(page.isOff('Print test receipt')).toBe(true)
  await page.submit('Port')
  await page.until(() => expect(page.isOff('Print test receipt')).toBe(false))
  await page.press('Print test receipt')
  await page.until(() => expect(page.text()).toContain('Sent.'))
  expect(page.inputsOf('shop.printTest')).toHaveLength(1)
})

test('explains an unreachable, a refusing and an interrupted printer each in its own message', async () => {
  const page = await open({ 'shop.get': { ...scriptedShop, printer } })
  const failing = page.scripted.script.fails
  for (const [reason, words] of [
    ['unreachable', 'Switch it on, check its cable or network, and print again.'],
    ['refused', 'most printers use 9100.'],
    ['cut-off', 'print again if a part of the receipt is missing.'],
  ] as const) {
    failing['shop.printTest'] = { code: 'printer-failed', details: { reason } }
    await page.press('Print test receipt')
    await page.until(() => expect(page.text()).toContain(words))
  }
  expect(page.text()).not.toContain('Sent.')
  expect(page.inputsOf('shop.printTest')).toHaveLength(3)
})

test('prints the preview on this computer’s printer, even on A4, which network printers do not support', async () => {
  const page = await open({ 'shop.get': { ...scriptedShop, printer: 'system' } })
  await page.press('A4')
  expect(page.button('Network printer').hasAttribute('disabled')).toBe(true)
  await page.press('Print test receipt')
  expect(page.inputsOf('receipt.print')).toHaveLength(1)
  expect(page.inputsOf('shop.printTest')).toHaveLength(0)
})

test('offers no test without a printer, and loads a head again that failed to load', async () => {
  const page = await mountTill('/settings/shop', { fails: { 'shop.get': { code: 'internal' } } })
  till = page
  await page.until(() => expect(page.text()).toContain('The receipt couldn’t be loaded'))
  page.scripted.script.fails = {}
  await page.press('Try again')
  await page.until(() => page.field('Name'))
  expect(() => page.button('Print test receipt')).toThrow()
})

const file = (...bytes: number[]): Blob => new Blob([Uint8Array.from(bytes)])

test('accepts a logo that is a PNG or JPEG by its bytes, of at most 200 KB, and can be decoded', async () => {
  expect(await readLogo(file(0x89, 0x50, 0x4e, 0x47, 1))).toEqual({ logo: 'data:image/png;base64,iVBORwE=' })
  expect(await readLogo(file(0xff, 0xd8, 0xff))).toEqual({ logo: 'data:image/jpeg;base64,/9j/' })
  expect(await readLogo(new Blob(['<svg/>'], { type: 'image/png' }))).toEqual({ problem: 'Wrong' })
  expect(await readLogo(new Blob([new Uint8Array(200 * 1024 + 1).fill(0xff)]))).toEqual({ problem: 'Large' })
  decoded = () => Promise.reject(new Error('Broken'))
  expect(await readLogo(file(0xff, 0xd8, 0xff))).toEqual({ problem: 'Broken' })
})

test('reports an invalid logo without a change, and shows a valid one on the receipt', async () => {
  const page = await open()
  const pick = async (blob: Blob): Promise<void> => {
    const input = page.field('Logo')
    Object.defineProperty(input, 'files', { value: [blob], configurable: true })
    Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true })
    input.dispatchEvent(new Event('change'))
  }
  await pick(file(1, 2, 3))
  await page.until(() => expect(page.text()).toContain('This isn’t a PNG or JPEG picture.'))
  expect(document.querySelector('article img')).toBeNull()
  await pick(file(0xff, 0xd8, 0xff))
  await page.until(() => expect(document.querySelector('article img')).not.toBeNull())
  expect(page.text()).not.toContain('This isn’t a PNG or JPEG picture.')
  await page.press('Remove')
  expect(document.querySelector('article img')).toBeNull()
})

test('makes a roll’s page as long as its content, rounded up', () => {
  expect(pageRule('58', 378)).toBe('@page { size: 58mm 102mm; margin: 0; }')
  expect(pageRule('80', 0)).toBe('@page { size: 80mm 1mm; margin: 0; }')
  expect(pageRule('A4', 378)).toBe('@page { size: A4; margin: 16mm; }')
  expect(pageRule('letter', 378)).toBe('@page { size: letter; margin: 16mm; }')
})
