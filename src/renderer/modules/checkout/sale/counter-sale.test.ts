// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedShift } from '../../../../testing/fixtures/sales.ts'
import { scriptedApp } from '../../../../testing/scripted/app.ts'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import type { Script } from '../../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const ana = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false } as const

async function open(path = '/checkout/lumo_MX_200-I', given: Partial<Script> = {}): Promise<MountedTill> {
  const app = { ...scriptedApp, kiosk: { on: true, role: 'clerk', clerk: ana } } as const
  till = await mountTill(path, {
    app,
    prices: scriptedPrices,
    shifts: [scriptedShift()],
    purchases: [],
    'checkout.quote': { termsAccepted: true },
    ...given,
  })
  return till
}
async function dial({ press }: MountedTill, number: string): Promise<void> {
  for (const digit of number) await press(digit)
}
const pads = (): string[] =>
  [...document.querySelectorAll('main [role="group"]')].map((pad) => pad.getAttribute('aria-label') ?? '')

test('sells for exact cash with three touches after the number is typed once', async () => {
  const page = await open()
  await page.until(() => page.button('5'))
  await dial(page, '55123456788')
  await page.press('Delete the last digit')
  await page.until(() => expect(page.text()).toContain('Goes to +52 55 1234 5678'))
  expect(page.field('Phone number').value).toBe('5512345678')
  expect(page.field('Phone number').getAttribute('inputmode')).toBe('none')
  await page.press('See price')
  await page.until(() => page.button(/^Exact: /))
  await page.press(/^Exact: /)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.path()).toMatch(/^\/sales\?sold=/))
  expect(page.inputsOf('sales.confirm')[0]).toMatchObject({
    price: '189.5',
    given: '189.5',
  })
})

test('says how much cash is missing, and explains an invalid or ambiguous amount', async () => {
  const page = await open()
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => page.button(/^Exact: /))
  await page.type('Cash given', '100')
  await page.until(() => expect(page.text()).toContain('Still to payMX$89.50'))
  await page.type('Cash given', '200')
  await page.until(() => expect(page.text()).toContain('ChangeMX$10.50'))
  await page.type('Cash given', '1,500')
  await page.until(() => expect(page.text()).toContain('Type 1500 or 1.5.'))
  expect([page.text().includes('Still to pay'), page.isOff(/^Take .+ and sell$/)]).toEqual([false, true])
  await page.type('Cash given', 'abc')
  await page.until(() => expect(page.text()).toContain('Type an amount like 50'))
})

test('replaces the number’s pad with the cash pad until the number is touched again', async () => {
  const page = await open()
  await page.until(() => page.button('5'))
  expect(pads()).toEqual(['Digits of the phone number'])
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => expect(pads()).toEqual(['Digits of the cash given']))
  page.field('Phone number').focus()
  await page.until(() => expect(pads()).toHaveLength(2))
  await page.press('Delete the last digit')
  await page.until(() => expect(pads()).toEqual(['Digits of the phone number']))
})

test('shows no pad at home, nor for an e-mail address', async () => {
  const page = await open('/checkout/lumo_MX_200-I', { app: scriptedApp })
  await page.until(() => page.field('Phone number'))
  expect(pads()).toEqual([])
  page.close()
  const other = await open('/checkout/vireo_5GB_30-I')
  await other.until(() => other.field(/^E-mail/))
  expect(pads()).toEqual([])
})

test('turns the sale toward the customer and remembers which way', async () => {
  const page = await open()
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => page.button('Show customer'))
  await page.press('Show customer')
  const shown = (): HTMLElement | null => document.querySelector('[role="dialog"]')
  await page.until(() => expect(shown()?.textContent).toMatch(/Lumo Móvil .*200.*\+52 55 1234 5678.*189\.50/))
  expect(shown()?.querySelector('.rotate-180')).not.toBeNull()
  await page.press('Customer beside you: upright')
  await page.until(() => expect(shown()?.querySelector('.rotate-180')).toBeNull())
  expect(page.scripted.script.app.settings.customerStands).toBe('beside')
  shown()?.click()
  await page.until(() => expect(shown()).toBeNull())
  expect(page.button(/^Take .+ and sell$/)).toBeTruthy()
})

test('carries a number typed on the shop’s pad into the checkout, and hides it from the next customer', async () => {
  const page = await open('/shop')
  await page.until(() => page.button('By phone number'))
  await page.press('By phone number')
  await dial(page, '5512345678')
  await page.until(() => expect(page.path()).toBe('/shop?q=5512345678'))
  await page.until(() => expect(page.text()).toContain('For +52 55 1234 5678'))
  await page.router.push('/checkout/lumo_MX_200-I')
  await page.until(() => expect(page.field('Phone number').value).toBe('+525512345678'))
  await page.router.push('/shop')
  await page.until(() => page.button('By phone number'))
  await page.router.push('/checkout/lumo_MX_200-I')
  await page.until(() => expect(page.field('Phone number').value).toBe(''))
})

test('shows the customer the required e-mail as well', async () => {
  const page = await open('/checkout/steam_US_25-I', {
    variants: [
      scriptedVariant({
        sku: 'steam_US_25-I',
        brandSlug: 'steam',
        brandName: 'Steam',
        reference: null,
        requiredFields: [
          { name: 'sender.email', kind: 'email', required: false },
          { name: 'recipient.email', kind: 'email', required: true },
        ],
      }),
    ],
  })
  await page.until(() => page.field('Recipient’s e-mail'))
  await page.type('Recipient’s e-mail', 'ana@example.com')
  await page.until(() =>
    expect(document.querySelector('[aria-label="For the customer to check"]')?.textContent).toContain(
      'ana@example.com',
    ),
  )
})

test('drops the customer’s input when the clerk leaves, and offers no draft', async () => {
  const page = await open()
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.router.push('/sales')
  await page.until(() => expect(page.text()).toContain('Cash in or out'))
  expect(page.text()).not.toContain('Save it for later?')
  await page.router.push('/checkout/lumo_MX_200-I')
  await page.until(() => expect(page.field('Phone number').value).toBe(''))
})

test('focuses the number’s field at once, so that a keyboard can type it', async () => {
  const page = await open('/shop')
  await page.until(() => page.button('By phone number'))
  await page.press('By phone number')
  await page.until(() => expect(document.activeElement).toBe(page.field('Phone number')))
  expect(page.field('Phone number').getAttribute('inputmode')).toBe('none')
  await page.type('Phone number', '5512345678')
  await page.until(() => expect(page.path()).toBe('/shop?q=5512345678'))
  const part = document.querySelector('section[aria-label="By phone number"]')
  await page.until(() => expect(part?.textContent).toContain('+52 55 1234 5678'))
})

test('ends the search when the shop’s pad closes', async () => {
  const page = await open('/shop')
  await page.until(() => page.button('By phone number'))
  await page.press('By phone number')
  await dial(page, '55')
  await page.until(() => expect(page.path()).toBe('/shop?q=55'))
  await page.press('Close')
  await page.until(() => expect(page.path()).toBe('/shop'))
  expect(page.button('By phone number')).toBeTruthy()
})

test('names each exceeded limit and what it leaves, and sells with the manager’s password', async () => {
  const exceededLimits = [
    { limit: 'perClerk', left: '0' },
    { limit: 'perDay', left: '120.5' },
  ] as const
  const page = await open(undefined, { 'sales.offer': { exceededLimits: [...exceededLimits] } })
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => page.button(/^Exact: /))
  expect(page.text()).toMatch(/MX\$0 left of your shift limit\. ?MX\$120\.50 left of the 24-hour limit\./)
  await page.press(/^Exact: /)
  expect(page.isOff(/^Take .+ and sell$/)).toBe(true)
  await page.type('Manager’s password', 'correct horse')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.path()).toMatch(/^\/sales\?sold=/))
})

test('tells a clerk whom to call at the wallet’s own limit, without coins, and the owner where to change it', async () => {
  const quote = {
    termsAccepted: true,
    problems: [{ problem: 'limit-day', blocking: true, detail: '0.894342' }],
  } as const
  const page = await open(undefined, { 'checkout.quote': { ...quote, problems: [...quote.problems] } })
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() =>
    expect(page.text()).toContain('This register has reached its wallet’s limit. Call the manager.'),
  )
  expect(page.text()).not.toContain('0.894342')
  expect(() => page.button('Change limits')).toThrow()
  page.close()
  const own = await open(undefined, { app: scriptedApp, 'checkout.quote': { ...quote, problems: [...quote.problems] } })
  await own.until(() => own.field('Phone number'))
  await own.type('Phone number', '5512345678')
  await own.press('See price')
  await own.until(() => expect(own.text()).toContain('0.894342 USDC left of your 24-hour limit.'))
  await own.press('Change limits')
  await own.until(() => expect(own.path()).toBe('/settings/security#limits'))
})

test('tells a clerk the same if the limit is reached only after cash was taken', async () => {
  const page = await open(undefined, {
    fails: { 'sales.confirm': { code: 'limit-reached', details: { limit: 'day' } } },
  })
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => page.button(/^Exact: /))
  await page.press(/^Exact: /)
  await page.press(/^Take .+ and sell$/)
  await page.until(() =>
    expect(page.text()).toContain('This register has reached its wallet’s limit. Call the manager.'),
  )
  expect(page.text()).not.toContain('Settings')
})

test('does not sell before the cash suffices and a repeated sale is confirmed', async () => {
  const same = { number: 12, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ben' }
  const page = await open(undefined, { 'sales.offer': { same } })
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => page.button(/^Exact: /))
  expect(page.text()).toMatch(/The same product was already sold to this number: sale 12, .*, by Ben\./)
  await page.press(/^Exact: /)
  expect(page.isOff(/^Take .+ and sell$/)).toBe(true)
  await page.press('Sell it again')
  expect(page.isOff(/^Take .+ and sell$/)).toBe(false)
  for (const given of ['189.49', '189.5']) {
    await page.type('Cash given', given)
    expect([given, page.isOff(/^Take .+ and sell$/)]).toEqual([given, given === '189.49'])
  }
  await page.press('Update price')
  await page.until(() => expect(page.field('Cash given').value).toBe(''))
  await page.until(() => page.button(/^Exact: /))
  await page.press(/^Exact: /)
  expect(page.isOff(/^Take .+ and sell$/)).toBe(true)
})

test('lets the manager pass a limit without typing the password again', async () => {
  const page = await open(undefined, {
    app: { ...scriptedApp, kiosk: { on: true, role: 'manager', clerk: null } },
    'sales.offer': { exceededLimits: [{ limit: 'perSale', left: '100' }] },
  })
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => page.button(/^Exact: /))
  await page.press(/^Exact: /)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.path()).toMatch(/^\/sales\?sold=/))
})

test('leaves a sale to a changed address to the manager, because a clerk sees no address', async () => {
  const problems = [{ problem: 'recipient-changed' as const, blocking: false, detail: null }]
  const page = await open(undefined, { 'checkout.quote': { termsAccepted: true, problems } })
  await page.until(() => page.button('5'))
  await dial(page, '5512345678')
  await page.press('See price')
  await page.until(() => expect(page.text()).toContain('Ask the manager to sign in and make this sale.'))
  expect(() => page.button(/^Take .+ and sell$/)).toThrow()
  expect(page.text()).toContain('Only the manager sees the address')
  expect(page.text()).not.toMatch(/0x[\dA-Fa-f ]{8}/)
})
