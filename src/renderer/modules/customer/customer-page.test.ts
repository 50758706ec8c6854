// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CustomerFace } from '../../../shared/kiosk/customer-views.ts'
import { createScriptedBridge, type Scripted } from '../../../testing/scripted/bridge.ts'
import { soon } from '../../../testing/soon.ts'
import { startCustomer } from './start-customer.ts'

const product = {
  brand: 'Lumo Móvil',
  value: { currency: 'MXN', amount: '100.00' },
  productType: 'topup',
  country: 'MX',
  image: null,
}
const reference = {
  kind: 'phone',
  text: '55 1234 5678',
  country: { iso2: 'MX', callingCode: '52', flag: null },
} as const
const check: CustomerFace = { kind: 'check', product, reference, price: { currency: 'MXN', amount: '105' } }

// This page has no stores, whatever other tests left behind.
beforeEach(() => void setActivePinia(undefined))
let stop: () => void
afterEach(() => stop())

async function open(given: Parameters<typeof createScriptedBridge>[0] = {}): Promise<Scripted> {
  document.body.innerHTML = '<div id="app"></div>'
  const scripted = createScriptedBridge(given)
  Object.defineProperty(window, 'till', { value: scripted.bridge, configurable: true })
  stop = await startCustomer(document.getElementById('app') ?? document.body)
  return scripted
}
const text = (): string => document.body.textContent.replace(/\s+/g, ' ').trim()
const heading = (): string | undefined => document.querySelector('h1')?.textContent.trim()

test('shows product, number in groups and price, then the change, then nothing of the sale', async () => {
  const scripted = await open({ 'customer.get': { face: check } })
  const view = { locale: 'en', theme: 'dark', homeCountry: null, shop: 'La Esquina' } as const
  expect(heading()).toBe('Is this your number?')
  expect(text()).toContain('Lumo Móvil MX$100Top-ups · Mexico')
  expect(text()).toMatch(/\+52 ?55 1234 5678 ?You pay MX\$105$/)
  const sold: CustomerFace = {
    kind: 'sold',
    product,
    reference,
    currency: 'MXN',
    price: '105',
    given: '200',
    change: '95',
  }
  scripted.emit('customer.changed', { ...view, face: sold })
  await flushPromises()
  expect(heading()).toBe('Thank you!')
  expect(text()).toMatch(/Price ?MX\$105 ?You gave ?MX\$200 ?Your change ?MX\$95$/)
  scripted.emit('customer.changed', { ...view, face: { kind: 'idle' } })
  await flushPromises()
  expect([text(), document.title, document.documentElement.dataset['theme']]).toEqual([
    'La EsquinaWelcome',
    'La Esquina',
    'dark',
  ])
})

test('has nothing to press and sends one request', async () => {
  const scripted = await open({ 'customer.get': { face: check } })
  expect(document.querySelectorAll('a, button, input, [tabindex]')).toHaveLength(0)
  expect(scripted.requests).toEqual([{ name: 'customer.get', input: undefined }])
})

test('follows the register’s language and country', async () => {
  const scripted = await open({ 'customer.get': { face: check, locale: 'es', homeCountry: 'MX' } })
  expect(heading()).toBe('¿Es este tu número?')
  expect(text()).toContain('$105')
  expect(text()).not.toContain('MXN')
  scripted.emit('customer.changed', { locale: 'en', theme: 'light', homeCountry: null, shop: '', face: check })
  await vi.waitFor(() => expect(heading()).toBe('Is this your number?'), soon)
})

test('shows nothing of a sale if main does not answer', async () => {
  await open({ fails: { 'customer.get': { code: 'internal' } } })
  expect(text()).toBe('Welcome')
})
