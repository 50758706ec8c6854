// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPage } from '../../../../testing/fixtures/sales.ts'
import { dial, lumo200, mountCounter } from '../../../../testing/renderer/counter.ts'
import type { MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../../testing/scripted/app.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const ana = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false } as const
/** A counter in Spanish, of a shop that did not say where it is. */
const settings = { ...scriptedApp.settings, locale: 'es', homeCountry: null } as const
const app = { ...scriptedApp, settings, kiosk: { on: true, role: 'clerk', clerk: ana } } as const

test('writes the currency beside the typed cash also where it has no sign', async () => {
  till = await mountCounter(lumo200, { app })
  const page = till
  await dial(page)
  await page.until(() => page.button(/^Cobrar/))
  await page.press(/^Cobrar/)
  const field = await page.until(() => page.field('Efectivo recibido'))
  await page.type('Efectivo recibido', '500')
  expect(field.closest('label')?.textContent).toMatch(/Efectivo recibido\s*MXN$/)
})

test('names the page that the setup proposed in the window’s language, and a page of the shop as the shop does', async () => {
  const pages = [scriptedPage('Best sellers', ['lumo_MX_100-I']), scriptedPage('Data', ['vireo_5GB_30-I'])]
  till = await mountCounter('/sell', { app, counter: { byPolicy: false, pages, recent: [] } })
  const page = till
  await page.until(() => page.button('Lo más vendido'))
  expect(page.button('Data')).toBeTruthy()
})
