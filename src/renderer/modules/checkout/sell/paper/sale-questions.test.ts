// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { charge, dial, lumo200, openCounter, sellsNothing } from '../../../../../testing/renderer/counter.ts'
import { clerksApp, managersApp } from '../../../../../testing/fixtures/app.ts'

test('names each exceeded limit and what it leaves, and sells with the manager’s password', async () => {
  const exceededLimits = [
    { limit: 'perClerk' as const, left: '0' },
    { limit: 'perDay' as const, left: '120.5' },
  ]
  const page = await charge({ 'sales.offer': { exceededLimits } })
  expect(page.text()).toMatch(/MX\$0 left of your shift limit\. ?MX\$120\.50 left of the 24-hour limit\./)
  await page.press(/Exact$/)
  expect(sellsNothing()).toBe(true)
  await page.type('Manager’s password', 'correct horse')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
})

test('lets the manager pass a limit without typing the password again', async () => {
  const page = await charge({
    app: managersApp,
    'sales.offer': { exceededLimits: [{ limit: 'perSale', left: '100' }] },
  })
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
})

test('does not sell the same again before the clerk confirms it', async () => {
  const same = { number: 12, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ben' }
  const page = await charge({ 'sales.offer': { same } })
  expect(page.text()).toMatch(/The same product was already sold to this number: sale 12, .*, by Ben\./)
  await page.press(/Exact$/)
  expect(sellsNothing()).toBe(true)
  // The change would push the question out of sight.
  expect(document.querySelector('.figure[role=status]')).toBeNull()
  await page.press('Answer the question first')
  expect(document.activeElement).toBe(page.button('Sell it again'))
  expect(page.inputsOf('sales.confirm')).toEqual([])
  await page.press('Sell it again')
  expect(document.querySelector('.figure[role=status]')?.textContent).toContain('Change')
  expect(sellsNothing()).toBe(false)
})

test('tells a clerk that the number already has it, as what others bought, without a way there', async () => {
  const createdAt = new Date(Date.now() - 300_000).toISOString()
  const underWay = { id: crypto.randomUUID(), createdAt, reference: '+525512345678', status: 'delivered' as const }
  const page = await charge({ 'checkout.underWay': [underWay] })
  await page.until(() =>
    expect(page.text()).toContain(
      'The same was already bought for +52 55 1234 5678 5 minutes ago. Sell it only if it is wanted a second time.',
    ),
  )
  expect(page.text()).not.toContain('You bought')
  expect(() => page.button('View')).toThrow()
})

test('asks about the same before the price, and again for another number only', async () => {
  const same = { number: 12, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ben' }
  const page = await openCounter(lumo200, {
    'sales.same': ({ reference }: { reference: string }) => (reference === '+525512345678' ? same : null),
    'sales.offer': { same },
  })
  await dial(page)
  await page.until(() => expect(page.text()).toMatch(/already sold to this number: sale 12, .*, by Ben\./))
  expect(document.querySelector('.figure')).toBeNull()
  await page.press('Answer the question first')
  expect(document.activeElement).toBe(page.button('Sell it again'))
  expect(page.inputsOf('checkout.quote')).toEqual([])
  await page.press('Sell it again')
  expect(page.text()).not.toContain('already sold to this number')
  await page.press('Delete the last digit')
  await page.press('8')
  await page.until(() => page.button('Sell it again'))
  await page.press('Sell it again')
  await page.press(/^Charge /)
  await page.until(() => page.button(/Exact$/))
  expect(page.text()).not.toContain('already sold to this number')
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.inputsOf('sales.confirm')).toMatchObject([{ acceptSame: true }]))
  expect(page.inputsOf('sales.same')).toHaveLength(2)
})

test('asks one question after the other', async () => {
  const same = { number: 12, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ben' }
  const page = await charge({ 'sales.offer': { same, exceededLimits: [{ limit: 'perSale', left: '100' }] } })
  expect(page.text()).toContain('already sold to this number')
  expect(() => page.field('Manager’s password')).toThrow()
  await page.press('Sell it again')
  await page.until(() => page.field('Manager’s password'))
  expect(page.text()).not.toContain('already sold to this number')
})

test('leaves a sale to a changed address to the manager, because a clerk sees no address', async () => {
  const problems = [{ problem: 'recipient-changed' as const, blocking: false, detail: null }]
  const page = await charge({ 'checkout.quote': { termsAccepted: true, problems } })
  expect(page.text()).toContain('Ask the manager to sign in and make this sale.')
  await page.press(/Exact$/)
  expect(sellsNothing()).toBe(true)
  expect(page.text()).not.toMatch(/0x[\dA-Fa-f ]{8}/)
})

test('tells a clerk whom to call at the wallet’s own limit, before or after the cash, without coins', async () => {
  const problems = [{ problem: 'limit-day' as const, blocking: true, detail: '0.894342' }]
  const page = await charge({ 'checkout.quote': { termsAccepted: true, problems } })
  await page.until(() =>
    expect(page.text()).toContain('This register has reached its wallet’s limit. Call the manager.'),
  )
  expect(page.isOff('This can’t be sold now')).toBe(true)
  expect(page.text()).not.toContain('0.894342')
  page.close()
  const late = await charge({ fails: { 'sales.confirm': { code: 'limit-reached', details: { limit: 'day' } } } })
  await late.press(/Exact$/)
  await late.press(/^Take .+ and sell$/)
  await late.until(() =>
    expect(late.text()).toContain('This register has reached its wallet’s limit. Call the manager.'),
  )
  expect(late.text()).not.toContain('Settings')
})

test('asks for the clerk’s PIN at the sale where the manager wants it, again after a wrong one', async () => {
  const page = await charge({
    app: { ...clerksApp, settings: { ...clerksApp.settings, pinAtSale: true } },
    fails: { 'sales.confirm': { code: 'wrong-pin' } },
  })
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"]')
  await page.until(() => expect(dialog()).not.toBeNull())
  expect(page.inputsOf('sales.confirm')).toEqual([])
  const type = (pin: string): void => {
    for (const key of [...pin, 'Enter']) window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  }
  type('1111')
  await page.until(() => expect(dialog()?.querySelector('[role=alert]')).not.toBeNull())
  delete page.scripted.script.fails['sales.confirm']
  type('2580')
  await page.until(() => expect(dialog()).toBeNull())
  expect(page.inputsOf('sales.confirm').at(-1)).toMatchObject({ pin: '2580' })
  expect(page.button('Next customer')).toBeTruthy()
})
