// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { scriptedVariant, scriptedVariants } from '../../../../testing/fixtures/catalog.ts'
import { scriptedPage } from '../../../../testing/fixtures/sales.ts'
import { charge, dial, lumo200, openCounter, pickCountry, shownNumber } from '../../../../testing/renderer/counter.ts'

test('takes the number first, and keeps it when the product is chosen or changed', async () => {
  const page = await openCounter()
  await dial(page)
  await page.until(() => expect(page.text()).toContain('Complete for Mexico'))
  expect(page.isOff('Choose a product')).toBe(true)
  await page.press(/^Lumo Móvil MX\$100/)
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Lumo Móvil MX\$200/)
  await page.until(() => expect(page.inputsOf('catalog.variant').at(-1)).toEqual({ sku: 'lumo_MX_200-I' }))
  await page.until(() => page.button(/^Charge /))
  expect(shownNumber()).toBe('55 1234 5678')
})

test('never reads a number of one country as a number of the product’s', async () => {
  const page = await openCounter()
  await page.until(() => page.button('Country: Mexico'))
  await page.press('Country: Mexico')
  await pickCountry(page, /^United States/)
  await dial(page, '2125551234')
  await page.until(() => expect(page.text()).toContain('Complete for the United States'))
  await page.press('Back to the tiles')
  await page.press(/^Lumo Móvil MX\$100/)
  await page.until(() => expect(page.text()).toContain('This number is from the United States'))
  expect(shownNumber()).toBe('+1 212 555 1234')
  expect(page.isOff('Check the number')).toBe(true)
  expect(page.inputsOf('checkout.check').at(-1)).toMatchObject({ reference: '+12125551234' })
  expect(page.text()).not.toContain('Complete for Mexico')
})

test('shows what is sold in the country that was chosen, and the counter’s own countries first', async () => {
  const page = await openCounter()
  await page.until(() => page.button('Country: Mexico'))
  await page.press('Country: Mexico')
  await page.until(() => expect(document.querySelector('[role="option"]')?.textContent).toContain('Mexico'))
  await pickCountry(page, /^Colombia/)
  await page.until(() => page.field('Find a product for Colombia'))
  await page.until(() => expect(page.inputsOf('catalog.search').at(-1)).toMatchObject({ text: '', country: 'CO' }))
  await page.press('Back to the tiles')
  await page.until(() => page.button(/^Lumo Móvil MX\$100/))
})

test('keeps a number’s country also when the product is changed', async () => {
  const north = scriptedVariant({ sku: 'north_US_10-I', brandSlug: 'north', brandName: 'North', country: 'US' })
  const page = await openCounter('/sell', {
    variants: [...scriptedVariants, north],
    counter: {
      byPolicy: false,
      pages: [scriptedPage('Top-ups', ['lumo_MX_100-I'])],
      recent: [{ product: north, gone: false, price: '10' }],
    },
  })
  await page.until(() => page.button(/^Lumo/))
  await page.press(/^Lumo/)
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  await page.press('Sold recently')
  await page.press(/^North/)
  await page.until(() => expect(page.text()).toContain('This number is from Mexico'))
  expect(shownNumber()).toBe('+52 55 1234 5678')
  await page.press('Top-ups')
  await page.press(/^Lumo/)
  await page.until(() => page.button(/^Charge /))
  expect(page.text()).toContain('Complete for Mexico')
})

test('sells to a number that may not exist only once it is confirmed, and never to zeros', async () => {
  const page = await openCounter(lumo200)
  await dial(page, '0000000000')
  await page.until(() => expect(page.isOff('Check the number')).toBe(true))
  expect(page.text()).toContain('There is no number like this in Mexico.')
  await page.press('Clear')
  await dial(page, '2125551234')
  await page.until(() => page.button('The number is right'))
  expect(page.isOff('Check the number')).toBe(true)
  expect(page.text()).not.toContain('Complete for Mexico')
  await page.press('The number is right')
  await page.press(/^Charge /)
  await page.until(() => page.button(/Exact$/))
  await page.press('Change number')
  await page.press('Delete the last digit')
  await page.press('5')
  await page.until(() => page.button('The number is right'))
  expect(page.button('The number is right').getAttribute('aria-checked')).toBe('false')
})

test('takes a touch on Charge that comes right after the last digit, and two as one', async () => {
  const page = await openCounter(lumo200)
  const checks = page.hold('checkout.check')
  await dial(page)
  await page.press(/^Charge /)
  await page.press(/^Charge /)
  expect(page.inputsOf('checkout.quote')).toHaveLength(0)
  while (checks.waiting() > 0) checks.answer(0)
  await page.until(() => page.button(/Exact$/))
  expect(page.inputsOf('checkout.quote')).toHaveLength(1)
})

test('shows a number typed with its calling code as what it is', async () => {
  const page = await openCounter()
  await dial(page, '525512345678')
  await page.until(() => expect(shownNumber()).toBe('+52 55 1234 5678'))
  expect(page.text()).not.toContain('Mexico +52')
})

test('shows how many digits are missing, and what is wrong with a number', async () => {
  const page = await openCounter(lumo200)
  await page.until(() => expect(page.text()).toContain('10 digits for Mexico'))
  await dial(page, '551234567890')
  await page.until(() => expect(document.querySelector('main [role=alert]')?.textContent).toMatch(/Mexico/))
  expect(page.isOff('Check the number')).toBe(true)
  await page.press('Clear')
  expect(page.field('Phone number').value).toBe('')
})

test('types a number on a real keyboard wherever the focus is, and Enter presses the large button', async () => {
  const page = await openCounter(lumo200)
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  await page.type('Phone number', '5512345678')
  await page.until(() => page.button(/^Charge /))
  page.field('Phone number').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await page.until(() => expect(document.activeElement).toBe(page.field('Cash received')))
})

let now = 0
/** Presses a key on whatever has the focus, `after` milliseconds; returns whether it keeps its default action. */
function pressKey(key: string, after: number): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  now += after
  Object.defineProperty(event, 'timeStamp', { value: now })
  return (document.activeElement ?? document.body).dispatchEvent(event)
}
/** Types as a keyboard does: a key that nothing takes is typed into the focused field. */
async function pressKeys(text: string, between = 200): Promise<void> {
  for (const key of text) {
    const isTyped = pressKey(key, between)
    const field = document.activeElement
    if (isTyped && field instanceof HTMLInputElement) {
      field.value += key
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    await flushPromises()
  }
}
/** Types as a scanner does, with the Enter that ends its code. */
async function scan(code: string): Promise<void> {
  await pressKeys(code, 5)
  pressKey('Enter', 5)
}
const finder = 'Find another product'

test('a letter typed into the number opens the search with it, and the number stays as it is', async () => {
  const page = await openCounter()
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  await pressKeys('5512345678')
  await page.until(() => expect(page.text()).toContain('Complete for Mexico'))
  await pressKeys('saltbox 50')
  expect(page.field(finder).value).toBe('saltbox 50')
  expect(page.field('Phone number').value).toBe('5512345678')
  expect(page.text()).toContain('Complete for Mexico')
})

test('what the check of the number answers takes no key from the search', async () => {
  const page = await openCounter(lumo200)
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  const checks = page.hold('checkout.check')
  await pressKeys('2125551234')
  await page.until(() => page.button(/^Charge /))
  await pressKeys('v')
  while (checks.waiting() > 0) checks.answer(0)
  await page.until(() => page.button('The number is right'))
  await pressKeys('5')
  expect(page.field(finder).value).toBe('v5')
  expect(page.field('Phone number').value).toBe('2125551234')
})

test('a letter typed with AltGr and pasted words open the search, and an accent alone reaches no number', async () => {
  const page = await openCounter()
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  const accent = new KeyboardEvent('keydown', { key: 'Dead', bubbles: true, cancelable: true })
  expect(page.field('Phone number').dispatchEvent(accent)).toBe(false)
  const altGr = { key: 'ł', ctrlKey: true, altKey: true, bubbles: true, cancelable: true }
  const letter = new KeyboardEvent('keydown', altGr)
  vi.spyOn(letter, 'getModifierState').mockReturnValue(true)
  page.field('Phone number').dispatchEvent(letter)
  await page.until(() => expect(page.field(finder).value).toBe('ł'))
  await page.press('Back to the tiles')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'Vireo 5 GB')
  const pasting = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  expect(page.field('Phone number').dispatchEvent(pasting)).toBe(false)
  await page.until(() => expect(page.field(finder).value).toBe('Vireo 5 GB'))
  expect(page.field('Phone number').value).toBe('')
})

test('Enter in the search says so where nothing fits', async () => {
  const page = await openCounter()
  await page.press(finder)
  await page.type(finder, 'zzzz')
  await page.submit(finder)
  await page.until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('No products found.'))
  await page.type(finder, 'vireo')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('a search opened by a letter starts empty the next time', async () => {
  const page = await openCounter()
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  await pressKeys('vireo')
  await page.press('Back to the tiles')
  await page.press(finder)
  expect(page.field(finder).value).toBe('')
})

test('a scanned code of letters and digits is searched for, takes nothing, and leaves no digit in the number', async () => {
  const page = await openCounter()
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  await scan('12vireo34')
  await page.until(() => expect(page.field(finder).value).toBe('12vireo34'))
  expect(page.field('Phone number').value).toBe('')
  expect(page.inputsOf('catalog.variant')).toEqual([])
})

test('letters typed as fast as a scanner types keep the number, also with Enter', async () => {
  const page = await openCounter()
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  await page.type('Phone number', '5512345678')
  await scan('vireo 5')
  await page.until(() => expect(page.field(finder).value).toBe('vireo 5'))
  await page.until(() => expect(page.path()).toBe('/sell'))
  expect(page.field('Phone number').value).toBe('5512345678')
})

test('a letter typed into the cash opens no search', async () => {
  const page = await charge()
  await page.until(() => expect(document.activeElement).toBe(page.field('Cash received')))
  await pressKeys('v')
  expect(document.activeElement).toBe(page.field('Cash received'))
  page.button(finder)
})
