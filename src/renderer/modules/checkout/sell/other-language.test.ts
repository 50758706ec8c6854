// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { scriptedPage } from '../../../../testing/fixtures/sales.ts'
import { dial, lumo200, openCounter } from '../../../../testing/renderer/counter.ts'
import { clerksApp } from '../../../../testing/fixtures/app.ts'

/** A counter in Spanish, of a shop that did not say where it is. */
const app = { ...clerksApp, settings: { ...clerksApp.settings, locale: 'es', homeCountry: null } } as const

test('writes the currency beside the typed cash also where it has no sign', async () => {
  const page = await openCounter(lumo200, { app })
  await dial(page)
  await page.until(() => page.button(/^Cobrar/))
  await page.press(/^Cobrar/)
  const field = await page.until(() => page.field('Efectivo recibido'))
  await page.type('Efectivo recibido', '500')
  expect(field.closest('label')?.textContent).toMatch(/Efectivo recibido\s*MXN$/)
})

test('names the page that the setup proposed in the window’s language, and a page of the shop as the shop does', async () => {
  const pages = [scriptedPage('Best sellers', ['lumo_MX_100-I']), scriptedPage('Data', ['vireo_5GB_30-I'])]
  const page = await openCounter('/sell', { app, counter: { byPolicy: false, pages, recent: [] } })
  await page.until(() => page.button('Lo más vendido'))
  expect(page.button('Data')).toBeTruthy()
})

test('has the decimal sign of the window’s language on the pad, in the field and in the likely amounts', async () => {
  const french = { ...app, settings: { ...app.settings, locale: 'fr' } } as const
  const page = await openCounter(lumo200, { app: french })
  await dial(page)
  await page.until(() => page.button(/^Encaisser/))
  await page.press(/^Encaisser/)
  await page.until(() => page.field('Espèces reçues'))
  const cash = (): string => (page.field('Espèces reçues') as HTMLInputElement).value
  await page.press('5')
  await page.press(',')
  await page.press(',')
  await page.press('5')
  expect(cash()).toBe('5,5')
  await page.press(/Compte exact/)
  expect(cash()).toMatch(/^\d+(?:,\d\d)?$/)
})
