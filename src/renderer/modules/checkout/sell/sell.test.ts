// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import { charge, dial, lumo200, openCounter, sellsNothing, shownNumber } from '../../../../testing/renderer/counter.ts'
import { scriptedPurchases } from '../../../../testing/fixtures/purchases.ts'
import { managersApp, scriptedApp } from '../../../../testing/fixtures/app.ts'
import { createFormats } from '../../../app/formats/formats.ts'

test('sells with four touches besides the number: tile, charge, cash, sell', async () => {
  const page = await openCounter()
  await page.until(() => page.button(/^Lumo Móvil MX\$200/))
  await page.press(/^Lumo Móvil MX\$200/)
  await dial(page)
  await page.until(() => page.button('Charge MX$189.50'))
  expect(shownNumber()).toBe('55 1234 5678')
  await page.press('Charge MX$189.50')
  await page.until(() => page.button(/Exact$/))
  await page.press('MX$200')
  await page.until(() => expect(page.isOff('Take MX$200 and sell')).toBe(false))
  expect(page.text()).toContain('Change')
  // The sums of a sale are shown alike: the price has cents.
  expect(page.text()).toMatch(/To pay ?MX\$189\.50 ?Received ?MX\$200\.00/)
  await page.press('Take MX$200 and sell')
  await page.until(() => page.button('Next customer'))
  expect(page.inputsOf('sales.confirm')[0]).toMatchObject({ price: '189.5', given: '200' })
  expect(page.text()).toContain('Give change')
  expect(page.text()).toContain('MX$10.50')
  expect(shownNumber()).toBe('55 1234 5678')
  await page.until(() => expect(page.isOff('Next customer')).toBe(false))
  await page.press('Next customer')
  await page.until(() => expect(page.text()).toContain('Choose a product and type a number'))
  expect(shownNumber()).not.toContain('5')
})

test('keeps the change on the screen at a second press on what took the cash', async () => {
  const page = await charge()
  await page.press('MX$200')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
  await page.press('Next customer')
  expect(page.text()).toContain('Give change')
  await page.until(() => expect(page.isOff('Next customer')).toBe(false))
  expect(document.activeElement).toBe(page.button('Next customer'))
  await page.press('Next customer')
  await page.until(() => expect(page.text()).toContain('Choose a product and type a number'))
  // Who asks for the change again finds it at the last sale.
  expect(page.text()).toMatch(/Last sale, change MX\$10\.50/)
})

test('shows no change for a sale that cannot be made', async () => {
  const problems = [{ problem: 'insufficient-token' as const, blocking: true, detail: '4' }]
  const page = await charge({ 'checkout.quote': { termsAccepted: true, problems } })
  await page.press('MX$200')
  await page.until(() => expect(page.isOff('This can’t be sold now')).toBe(true))
  expect(document.querySelector('.figure[role=status]')).toBeNull()
})

test('shows no change while the service gives no price', async () => {
  const page = await charge({ fails: { 'checkout.quote': { code: 'offline' } } })
  await page.press('MX$200')
  await page.until(() => page.button('Update price'))
  expect(document.querySelector('.figure[role=status]')).toBeNull()
})

test('asks for an address again when Enter comes too early, and says what is missing', async () => {
  const page = await openCounter('/sell?sku=vireo_5GB_30-I')
  await page.until(() => page.field('Recipient’s e-mail'))
  await page.submit('Recipient’s e-mail')
  await page.until(() => expect(page.text()).toContain('Fill this in to continue.'))
  expect(page.inputsOf('checkout.quote')).toEqual([])
})

test('says how much cash is missing, and explains an ambiguous or invalid amount', async () => {
  const page = await charge()
  await page.type('Cash received', '100')
  await page.until(() => expect(page.isOff('MX$89.50 missing')).toBe(true))
  await page.type('Cash received', '1,500')
  await page.until(() => expect(page.text()).toContain('Type 1500 or 1.5.'))
  expect(page.isOff('Type the cash received')).toBe(true)
  await page.type('Cash received', 'abc')
  await page.until(() => expect(page.text()).toContain('Type an amount like 50'))
})

test('asks for a raised price before the cash is taken, and says so', async () => {
  const page = await charge({ 'sales.offer': { price: '194', raisedFrom: '189.5' } })
  expect(page.text()).toContain('ask for MX$194 instead of MX$189.50')
  await page.press(/Exact$/)
  await page.press('Take MX$194 and sell')
  await page.until(() => expect(page.inputsOf('sales.confirm')[0]).toMatchObject({ price: '194', given: '194' }))
})

test('asks again for a price that expired, and sells without another touch', async () => {
  const page = await charge({ 'checkout.quote': { termsAccepted: true, expiresAt: new Date(0).toISOString() } })
  page.scripted.script['checkout.quote'] = { termsAccepted: true }
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
  expect(page.inputsOf('checkout.quote')).toHaveLength(2)
  expect(page.inputsOf('sales.confirm')).toHaveLength(1)
})

test('does not sell at a price that changed while it was asked for again', async () => {
  const page = await charge({ 'checkout.quote': { termsAccepted: true, expiresAt: new Date(0).toISOString() } })
  page.scripted.script['checkout.quote'] = { termsAccepted: true }
  page.scripted.script['sales.offer'] = { price: '199', raisedFrom: '189.5' }
  await page.press('MX$200')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.text()).toContain('ask for MX$199 instead of MX$189.50'))
  expect(page.inputsOf('sales.confirm')).toEqual([])
})

test('never takes the price of one product for another that was chosen while it was asked for', async () => {
  const page = await openCounter(lumo200)
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  const quotes = page.hold('checkout.quote')
  await page.press(/^Charge /)
  await page.until(() => expect(quotes.waiting()).toBe(1))
  await page.press(/^Lumo Móvil MX\$100/)
  await page.until(() => expect(document.querySelector('main h1')?.textContent).toBe('Lumo Móvil MX$100'))
  quotes.answer(0)
  await flushPromises()
  expect(page.inputsOf('sales.offer')).toEqual([])
  page.scripted.script.fails['checkout.quote'] = { code: 'offline' }
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => expect(quotes.waiting()).toBe(1))
  quotes.answer(0)
  await page.until(() => page.button('Update price'))
  await page.press(/Exact$/)
  expect(() => page.button(/^Take .+ and sell$/)).toThrow()
})

test('cannot be cancelled while it is being paid', async () => {
  const page = await charge()
  const sales = page.hold('sales.confirm')
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(sales.waiting()).toBe(1))
  await page.press('Cancel sale')
  await page.press(/^Lumo Móvil MX\$100/)
  sales.answer(0)
  await page.until(() => page.button('Next customer'))
  expect(page.text()).toContain('Lumo Móvil MX$200')
  expect(page.text()).toContain('No change')
})

test('goes back to the number, and asks for the price again', async () => {
  const page = await charge()
  await page.press('Change number')
  await page.until(() => page.field('Phone number'))
  await page.press('Delete the last digit')
  await page.until(() => expect(page.isOff('Type the number')).toBe(true))
  await page.press('9')
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => expect(page.inputsOf('checkout.quote')).toHaveLength(2))
  expect(page.inputsOf('checkout.quote')[1]).toMatchObject({ reference: '5512345679' })
})

test('writes an exact amount with all its cents, and says when there is no change to give', async () => {
  const page = await charge()
  await page.press(/Exact$/)
  expect(page.field('Cash received').value).toBe('189.50')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.text()).toContain('No change'))
  expect(page.text()).not.toContain('Give change')
})

test('sells with Enter after a likely amount was pressed', async () => {
  const page = await charge()
  page.button(/Exact$/).focus()
  await page.press(/Exact$/)
  expect(document.activeElement).toBe(page.field('Cash received'))
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await page.until(() => expect(page.text()).toContain('No change'))
})

test('calls no number wrong before one is typed', async () => {
  const page = await openCounter(lumo200)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  await page.until(() => expect(page.isOff('Type the number')).toBe(true))
  page.field('Phone number').dispatchEvent(new FocusEvent('blur'))
  await flushPromises()
  expect(page.text()).not.toContain('Check the number')
})

test('says what a failed price means, and asks again', async () => {
  const page = await openCounter(lumo200, { fails: { 'checkout.quote': { code: 'offline' } } })
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => page.button('Update price'))
  expect(document.querySelector('main [role=alert]')).not.toBeNull()
  delete page.scripted.script.fails['checkout.quote']
  await page.press('Update price')
  await page.press(/Exact$/)
  await page.until(() => expect(sellsNothing()).toBe(false))
})

test('asks for an e-mail address where the product needs one', async () => {
  const page = await openCounter('/sell?sku=steam_US_25-I', {
    variants: [
      scriptedVariant({
        sku: 'steam_US_25-I',
        brandSlug: 'steam',
        brandName: 'Steam',
        reference: null,
        requiredFields: [{ name: 'recipient.email', kind: 'email', required: true }],
      }),
    ],
  })
  await page.until(() => page.field('Recipient’s e-mail'))
  expect(() => page.button('5')).toThrow()
  expect(page.isOff('Fill in the details')).toBe(true)
  // The browser would refuse a mistyped one in a language of its own.
  expect(page.field('Recipient’s e-mail').closest('form')?.noValidate).toBe(true)
  await page.type('Recipient’s e-mail', 'ana@example.com')
  await page.until(() => page.button(/^Charge /))
  expect(document.querySelector('.receipt')?.textContent).toContain('ana@example.com')
})

test('forgets the customer when the clerk cancels', async () => {
  const page = await openCounter(lumo200)
  await dial(page, '5512')
  await page.press('Cancel sale')
  await page.until(() => expect(page.text()).toContain('Choose a product and type a number'))
  expect(page.field('Phone number').value).toBe('')
})

test('sells the same again to another number, and starts the next sale with a tile', async () => {
  const page = await charge()
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Same again, another number'))
  await page.press('Same again, another number')
  await page.until(() => expect(page.isOff('Type the number')).toBe(true))
  expect(page.field('Phone number').value).toBe('')
  expect(page.text()).toContain('Lumo Móvil MX$200')
})

test('says that the shop is closed while no shift is open: to a clerk whom to ask, to the manager how', async () => {
  const page = await openCounter('/sell', { shifts: [] })
  await page.until(() => expect(page.text()).toContain('You can sell after the manager opens one.'))
  expect(() => page.button('Find another product')).toThrow()
  page.close()
  const manager = await openCounter('/sell', {
    shifts: [],
    app: managersApp,
  })
  await manager.until(() => manager.button('Open a shift'))
})

test('leads a register’s checkout to its counter, and a wallet at home away from it', async () => {
  const page = await openCounter('/checkout/lumo_MX_200-I')
  await page.until(() => expect(page.path()).toBe('/sell'))
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  page.close()
  const home = await openCounter('/sell', { app: scriptedApp })
  await home.until(() => expect(home.path()).toBe('/shop'))
})

test('says when a sale was delivered, once it was', async () => {
  const at = new Date(Date.now() - 125 * 60_000).toISOString()
  const page = await charge({ 'sales.delivery': { at, transactionId: null } })
  await page.press(/Exact$/)
  await page.until(() => expect(sellsNothing()).toBe(false))
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
  expect(page.inputsOf('sales.delivery')).toEqual([])
  const [sold] = page.scripted.script.sales
  Object.assign(sold!, { status: 'delivered' })
  page.scripted.emit('purchase.progressed', scriptedPurchases[0]!)
  const clock = createFormats('en').clock(Date.parse(at), Date.now())
  await page.until(() => expect(document.querySelector('ol li:last-child')?.textContent).toContain(clock))
  expect(document.querySelector('ol li:last-child')?.textContent).toContain('Delivered')
  expect(page.inputsOf('sales.delivery')).toEqual([{ purchaseId: sold!.purchaseId }])
})

test('calls what was just sold no longer sold, once its cash is owed', async () => {
  const page = await charge()
  await page.press(/Exact$/)
  await page.until(() => expect(sellsNothing()).toBe(false))
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.text()).toMatch(/Sold at/))
  const [sold] = page.scripted.script.sales
  Object.assign(sold!, { status: 'failed', owed: true })
  page.scripted.emit('purchase.progressed', scriptedPurchases[0]!)
  await page.until(() => expect(document.querySelector('.paper .what')?.textContent).toContain('Failed – refund due'))
  expect(page.text()).not.toMatch(/Sold at/)
})
