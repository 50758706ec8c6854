// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedShift } from '../../../../testing/fixtures/sales.ts'
import { clerksApp, managersApp } from '../../../../testing/fixtures/app.ts'
import { scriptedBalances } from '../../../../testing/fixtures/networks.ts'
import type { Script } from '../../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
/** Returns balances with `held` of each coin on the networks `keys`, and enough for fees on every network. */
const holding = (held: string, ...keys: string[]): Script['balances'] =>
  scriptedBalances.map((one) =>
    keys.includes(one.networkKey)
      ? { ...one, native: '1', tokens: Object.fromEntries(Object.keys(one.tokens).map((token) => [token, held])) }
      : { ...one, native: '1' },
  )

async function open(given: Partial<Script>): Promise<MountedTill> {
  till = await mountTill('/sell?sku=lumo_MX_200-I', {
    app: clerksApp,
    prices: scriptedPrices,
    shifts: [scriptedShift()],
    purchases: [],
    'checkout.quote': { termsAccepted: true },
    ...given,
  })
  await till.until(() => expect(till?.text()).toContain('Lumo Móvil MX$200'))
  return till
}
async function askPrice(page: MountedTill): Promise<void> {
  for (const digit of '5512345678') await page.press(digit)
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
}
test('shows a clerk, whose screen a customer may look at, neither coins nor what the wallet pays', async () => {
  const page = await open({})
  await askPrice(page)
  await page.until(() => page.button(/Exact$/))
  expect(document.querySelector('main details')).toBeNull()
  expect(page.text()).not.toMatch(/pays with|USD|Harbour|requests left|wallet pays|Test run/)
})

test('shows the manager the coin, its balance and the payment, as at home', async () => {
  const page = await open({ app: managersApp })
  await askPrice(page)
  await page.until(() => page.button(/Exact$/))
  expect(page.text()).toMatch(/Pay with ?USDC ?on Harbour ?1,194\.08 USDC/)
  expect(page.text()).toMatch(/leave your wallet.*See exactly what you’re signing/)
})

test('tells a clerk that the shop’s wallet is short of every coin, and offers no choice', async () => {
  const page = await open({ balances: holding('0', 'harbor', 'meadow') })
  await page.until(() => expect(page.text()).toContain('doesn’t have enough for this sale. Call the manager.'))
  expect(page.text()).not.toMatch(/pays with|Choose another|USD/)
  expect(() => page.button(/play money/)).toThrow()
})

test('offers the other coins without balances if the chosen coin is short', async () => {
  const page = await open({})
  expect(page.text()).not.toContain('pays with')
  page.scripted.script.balances = holding('0', 'harbor')
  page.scripted.emit('balances.changed', page.scripted.script.balances)
  await page.until(() =>
    expect(page.text()).toContain('doesn’t have enough for this sale. Choose another payment method'),
  )
  await page.press(/^USDC on Meadow$/)
  expect(page.text()).not.toContain('for this sale')
  expect(page.text()).not.toMatch(/1,194|35\.1/)
  await askPrice(page)
  await page.until(() => page.button(/Exact$/))
})

test('shows the same choice if only the price finds the coin short, and keeps it', async () => {
  const page = await open({
    'checkout.quote': {
      termsAccepted: true,
      problems: [{ problem: 'insufficient-token', blocking: true, detail: '3.21' }],
    },
  })
  expect(page.text()).not.toContain('pays with')
  await askPrice(page)
  await page.until(() => expect(page.text()).toContain('doesn’t have enough for this sale'))
  expect(page.text()).not.toContain('3.21')
  page.scripted.script['checkout.quote'] = { termsAccepted: true }
  await page.press(/^USDT on Meadow/)
  expect(page.text()).toContain('The shop pays with')
  await page.press('Update price')
  await page.until(() => page.button(/Exact$/))
  expect(page.inputsOf('checkout.quote').at(-1)).toMatchObject({
    networkKey: 'meadow',
    tokenKey: 'usdt',
  })
})

test('says why a sale is stopped before the coins that may help, which would push it out of sight', async () => {
  const page = await open({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'price-only', blocking: true, detail: null }] },
  })
  await askPrice(page)
  await page.until(() => expect(page.text()).toContain('The shop pays with'))
  expect(page.text()).toMatch(/only shows prices.*The shop pays with/)
})

test('offers a clerk no other coin for a problem that no coin solves', async () => {
  const page = await open({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'paying-stopped', blocking: true, detail: null }] },
  })
  await askPrice(page)
  await page.until(() => expect(page.text()).toContain('Paying is stopped for now'))
  expect(page.text()).not.toContain('pays with')
})

test('tells a clerk that balances cannot be read, with a button to try again', async () => {
  const page = await open({ fails: { 'wallet.balances': { code: 'offline' } } })
  await page.until(() => page.button('Try again'))
  delete page.scripted.script.fails['wallet.balances']
  await page.press('Try again')
  await page.until(() => expect(page.text()).not.toContain('Try again'))
})

test('tells a clerk whose price is refused that the wallet is short, without the balance', async () => {
  const details = { status: 400, reason: 'balance', message: 'The sender holds 3 USDC' } as const
  const page = await open({ fails: { 'checkout.quote': { code: 'service-rejected', details } } })
  await askPrice(page)
  await page.until(() => expect(page.text()).toContain('doesn’t have enough for this sale'))
  expect(page.text()).not.toMatch(/The sender holds|1,194/)
})
