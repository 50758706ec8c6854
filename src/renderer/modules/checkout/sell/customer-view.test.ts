// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { CustomerFace } from '../../../../shared/kiosk/customer-views.ts'
import { charge, dial, lumo200, openCounter } from '../../../../testing/renderer/counter.ts'

test('shows the customer the number, the product and the price, turned around, and remembers which way', async () => {
  const value = { currency: 'MXN', amount: '200' }
  const face: CustomerFace = {
    kind: 'check',
    product: { brand: 'Lumo Móvil', value, productType: 'topup', country: 'MX', image: null },
    reference: { kind: 'phone', text: '+525512345678', country: null },
    price: { currency: 'MXN', amount: '189.5' },
  }
  const page = await openCounter(lumo200, { 'customer.show': { face } })
  await dial(page)
  await page.until(() => page.button('Turn screen to customer'))
  await page.press('Turn screen to customer')
  const shown = (): HTMLElement | null => document.querySelector('[role="dialog"]')
  await page.until(() => expect(shown()?.textContent).toMatch(/Lumo Móvil MX\$200.*\+525512345678.*MX\$189\.50/))
  expect(shown()?.querySelector('.rotate-180')).not.toBeNull()
  await page.press('Customer beside you: upright')
  await page.until(() => expect(shown()?.querySelector('.rotate-180')).toBeNull())
  expect(page.scripted.script.app.settings.customerStands).toBe('beside')
})

test('shows the customer the sale as it is typed, what was sold, and nothing of the next one', async () => {
  const page = await charge()
  const shown = () => page.inputsOf('customer.show')
  expect(shown().at(-1)).toEqual({
    kind: 'check',
    sku: 'lumo_MX_200-I',
    reference: '+525512345678',
    price: { currency: 'MXN', amount: '189.5' },
  })
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
  await page.until(() => expect(shown().at(-1)).toMatchObject({ kind: 'sold' }))
  await page.until(() => expect(page.isOff('Next customer')).toBe(false))
  await page.press('Next customer')
  await page.until(() => expect(shown().at(-1)).toEqual({ kind: 'idle' }))
})

test('does not offer to turn the screen where the customer has one', async () => {
  const page = await openCounter(lumo200, { 'customer.show': { face: { kind: 'idle' }, onDisplay: true } })
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  expect(() => page.button('Turn screen to customer')).toThrow()
})
