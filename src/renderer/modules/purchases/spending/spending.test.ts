// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { SpendingView } from '../../../../shared/bookkeeping/views.ts'
import { scriptedPurchases } from '../../../../testing/fixtures/purchases.ts'
import { scriptedSpending } from '../../../../testing/fixtures/spending.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const open = async (path = '/spending', spending = scriptedSpending()): Promise<void> => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) })
  till = await mountTill(path, { 'bookkeeping.month': spending })
}
/** The rates between prices arrive after the page. */
const priced = () => till.until(() => expect(till.text()).toContain('≈ MX$'))
const rows = (): string[] =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll('\u00a0', ' '))

test('shows what a month cost in its most used coin, by brand, person and type, and in the other one on request', async () => {
  await open()
  await till.until(() => expect(rows()).toHaveLength(11))
  await priced()
  expect(rows().join('\n')).toMatch(/Lumo Móvil12142.80 USDC0.00 USDC≈ MX\$2,629.20142.80 USDC/)
  expect(rows().join('\n')).toMatch(/Not in People9.*Gift card/s)
  expect(till.text()).toContain('Paid less refunds')
  expect(till.text()).toContain('292.855 USDC')
  await till.press('DAI')
  await till.until(() => expect(rows()).toHaveLength(5))
  expect(till.text()).toContain('5.105 DAI')
})

test('says about what a month cost in the user’s money, in one coin and in all, and leaves out coins that are no dollars', async () => {
  const spending = scriptedSpending()
  const euros = { ...spending.coins[1]!, symbol: 'EURC' }
  await open('/spending', { ...spending, coins: [...spending.coins, euros] })
  await till.until(() => expect(till.text()).toContain('all coins but EURC'))
  expect(till.text()).toMatch(/292\.855 USDC≈ \S+/)
  await till.press('EURC')
  await till.until(() => expect(till.text()).toContain('5.105 EURC'))
  expect(rows().join('\n')).toContain('EURC15.105 EURC0.00 EURC5.105 EURC')
  expect(till.text()).not.toMatch(/5\.105 EURC≈/)
})

test('says of each part what it came to in the user’s money, which adds up to the sum in every table', async () => {
  await open()
  await till.until(() => expect(rows()).toHaveLength(11))
  await priced()
  const about = (text: string): number =>
    Math.round(Number(/≈ MX\$([\d,]*\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')) * 100)
  const sums = [...document.querySelectorAll('table')].map((table) =>
    [...table.querySelectorAll('tbody tr')].reduce((sum, row) => sum + about(row.textContent ?? ''), 0),
  )
  const ofCoin = about(/292\.855 USDC(≈ MX\$\S+)/.exec(till.text())?.[1] ?? '')
  expect(sums).toEqual([about(/all coins: (≈ \S+)/.exec(till.text())?.[1] ?? ''), ofCoin, ofCoin, ofCoin])
  expect(till.text()).toContain('Parts at today’s prices are rounded to add up to the total.')
})

test('adds up what was shown when it was bought, and says which sums are at today’s prices', async () => {
  const [coin, other] = scriptedSpending().coins as [SpendingView['coins'][number], SpendingView['coins'][number]]
  const month = { coins: [coin], networkFees: [], elsewhere: [], unused: [], damaged: 0 }
  const shown = { currency: 'MXN', amount: '5188.4', rest: '0' }
  await open('/spending', { ...month, coins: [{ ...coin, shown }] })
  await till.until(() => expect(till.text()).toContain('292.855 USDC≈ MX$5,188.40'))
  expect(till.text()).toContain('Sums with ≈ are as shown when you bought.')
  expect(till.text()).not.toContain('today’s prices')
  till.close()
  await open('/spending', { ...month, coins: [{ ...coin, shown: { ...shown, rest: '11.05' } }] })
  await till.until(() => expect(till.text()).toContain('292.855 USDC≈ MX$5,392.28'))
  expect(till.text()).toContain('Purchases without that record are at today’s prices.')
  till.close()
  await open('/spending', {
    ...month,
    coins: [
      { ...coin, shown },
      { ...other, shown: { ...shown, amount: '94.2' } },
    ],
  })
  await till.until(() => expect(till.text()).toContain('all coins: ≈ MX$5,282.60'))
  expect(till.text()).not.toContain('today’s prices')
})

test.each([
  ['the rest has another currency', { currency: 'BRL', amount: '5188.4', rest: '11.05' }],
  ['nothing was shown', null],
])('is at today’s prices where %s', async (_, shown) => {
  const [coin] = scriptedSpending().coins
  await open('/spending', { coins: [{ ...coin!, shown }], networkFees: [], elsewhere: [], unused: [], damaged: 0 })
  await till.until(() => expect(till.text()).toMatch(/292\.855 USDC≈ MX\$/))
  expect(till.text()).toContain('Sums with ≈ are at today’s prices.')
  expect(till.text()).not.toContain('5,188')
})

test('says what other wallets paid, in a month without purchases of this Till as well', async () => {
  const { elsewhere } = scriptedSpending()
  await open('/spending', { coins: [], networkFees: [], elsewhere, unused: [], damaged: 0 })
  await till.until(() => expect(till.text()).toContain('2 payments, 12.40 USDC in all, were made elsewhere'))
})

test('says what bought nothing and is not back, apart from what was bought, and leads to it', async () => {
  const { unused } = scriptedSpending()
  await open('/spending', { coins: [], networkFees: [], elsewhere: [], unused, damaged: 0 })
  await till.until(() => expect(till.text()).toContain('1 payment of 2.05 USDC with another wallet bought nothing'))
  expect(till.text()).toContain('Nothing bought in this month')
  await till.press('See what you can do')
  await till.until(() => expect(till.path()).toBe('/purchases'))
})

test('says that the amount of several payments that bought nothing is their sum', async () => {
  const unused = scriptedSpending().unused.map((one) => ({ ...one, count: 2 }))
  await open('/spending', { coins: [], networkFees: [], elsewhere: [], unused, damaged: 0 })
  const words = '2 payments with another wallet, 2.05 USDC in all, bought nothing'
  await till.until(() => expect(till.text()).toContain(words))
})

test('its export begins with the days of the month on screen', async () => {
  await open('/spending?month=2026-10')
  await till.press('Export')
  await till.until(() => till.button('Save file'))
  await till.press('Save file')
  await till.until(() => expect(till.inputsOf('bookkeeping.export')).toHaveLength(1))
  expect(till.inputsOf('bookkeeping.export')[0]).toMatchObject({ of: { first: '2026-10-01', last: '2026-10-31' } })
})

test('each picture is hidden from a screen reader, which has the table', async () => {
  await open()
  await till.until(() => expect(rows()).toHaveLength(11))
  for (const picture of document.querySelectorAll('table [style]'))
    expect(picture.closest('[aria-hidden="true"]')).not.toBeNull()
  for (const table of document.querySelectorAll('table')) expect(table.closest('[aria-label]')).not.toBeNull()
})

test('turns to earlier months, not beyond this one, and says so if nothing was bought', async () => {
  await open('/spending', { coins: [], networkFees: [], elsewhere: [], unused: [], damaged: 0 })
  await till.until(() => expect(till.text()).toContain('Nothing bought in this month'))
  expect(till.isOff('Next month')).toBe(true)
  await till.press('Previous month')
  await till.until(() => expect(till.path()).toBe('/spending?month=2026-10'))
  await till.until(() => expect(till.text()).toContain('October 2026'))
  expect(till.inputsOf('bookkeeping.month')).toEqual([{ month: '2026-11' }, { month: '2026-10' }])
  expect(till.isOff('Next month')).toBe(false)
  await till.press('This month')
  await till.until(() => expect(till.path()).toBe('/spending?month=2026-11'))
})

test('adds up again where that failed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) })
  till = await mountTill('/spending?month=2026-13')
  till.scripted.script.fails['bookkeeping.month'] = { code: 'internal' }
  await till.press('Previous month')
  await till.until(() => till.button('Try again'))
  delete till.scripted.script.fails['bookkeeping.month']
  await till.press('Try again')
  await till.until(() => expect(till.text()).toContain('Nothing bought in this month'))
})

test('says what payments that failed cost in network fees, in a month without a purchase', async () => {
  const networkFees = [
    { symbol: 'ETH', amount: '0.0021' },
    { symbol: 'POL', amount: '0.5' },
  ]
  await open('/spending', { coins: [], networkFees, elsewhere: [], unused: [], damaged: 0 })
  await till.until(() => expect(till.text()).toContain('Nothing bought in this month'))
  expect(till.text()).toMatch(/Failed payments cost 0\.0021 ETH, 0\.50? POL in network fees/)
})

test('says that the network fees are those of all coins, where there is more than one', async () => {
  await open()
  await till.until(() => expect(till.text()).toContain('Network fees of all coins'))
  till.close()
  const { coins, ...rest } = scriptedSpending()
  await open('/spending', { ...rest, coins: coins.slice(0, 1) })
  await till.until(() => expect(till.text()).toContain('Network fees'))
  expect(till.text()).not.toContain('of all coins')
})

test('never shows the figures of the month before under the name of another', async () => {
  await open()
  await till.until(() => expect(rows()).toHaveLength(11))
  const { waiting, answer } = till.hold('bookkeeping.month')
  till.scripted.emit('purchase.changed', scriptedPurchases[0]!)
  await till.until(() => expect(waiting()).toBe(1))
  await till.press('Previous month')
  await till.until(() => expect(till.text()).toContain('October 2026'))
  answer(0)
  await till.until(() => expect(waiting()).toBe(1))
  expect(rows()).toEqual([])
  answer(0)
  await till.until(() => expect(rows()).toHaveLength(11))
})

test.each([
  [1, '1 record of this month is damaged and not included.'],
  [2, '2 records of this month are damaged and not included.'],
])('says that %i purchases are missing from the figures', async (damaged, message) => {
  await open('/spending', { ...scriptedSpending(), damaged })
  await till.until(() => expect(till.text()).toContain(message))
  till.close()
  await open('/spending', { coins: [], networkFees: [], elsewhere: [], unused: [], damaged })
  await till.until(() => expect(till.text()).toContain(message))
  expect(till.text()).not.toContain('Nothing bought')
})
