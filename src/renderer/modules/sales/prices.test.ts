// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices } from '../../../testing/fixtures/sales.ts'
import type { Prices } from '../../../shared/sales/views.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import type { Script } from '../../../testing/scripted/script.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
async function open(prices: Prices, more: Partial<Script> = {}): Promise<MountedTill> {
  till = await mountTill('/settings/prices', { prices, ...more })
  await till.until(() => till?.field('One US dollar is'))
  return till
}
const saved = (page: MountedTill): unknown[] => page.inputsOf('prices.set')

test.each(['16.500', '16,500'])('asks about a rate of %s, which may mean a thousand times as much', async (typed) => {
  const page = await open({ ...scriptedPrices, rules: [] })
  await page.type('One US dollar is', typed)
  expect(page.text()).toContain('This can be read in two ways. Type 16500 or 16.5.')
  expect(page.isOff('Save prices')).toBe(true)
  await page.submit('One US dollar is')
  expect(saved(page)).toEqual([])
  await page.type('One US dollar is', '16500')
  expect(page.text()).not.toContain('This can be read')
  await page.submit('One US dollar is')
  await page.until(() => expect(saved(page)).toMatchObject([{ rate: '16500' }]))
})

test('refuses fixed amounts and limits that may mean a thousand times as much, but not a percentage', async () => {
  const page = await open({ ...scriptedPrices, rules: scriptedPrices.rules.slice(0, 1) })
  for (const [name, was] of [
    ['Markup amount', '0'],
    ['Round up to', '1'],
    ['Per sale', '2000'],
  ] as const) {
    await page.type(name, '2.000')
    expect(page.isOff('Save prices'), name).toBe(true)
    await page.type(name, was)
    expect(page.isOff('Save prices'), name).toBe(false)
  }
  await page.type('Markup in percent', '8.125')
  await page.submit('Markup in percent')
  await page.until(() => expect(saved(page)).toMatchObject([{ rules: [{ percent: '8.125' }] }]))
})

test('shows saved amounts with three decimals in a form that can be read again', async () => {
  const [rule] = scriptedPrices.rules
  const page = await open({ ...scriptedPrices, rate: '17.235', rules: [{ ...rule!, fixed: '1.125' }] })
  expect(page.field('One US dollar is').value).toBe('17.2350')
  expect(page.field('Markup amount').value).toBe('1.1250')
  await page.submit('One US dollar is')
  await page.until(() => expect(saved(page)).toMatchObject([{ rate: '17.2350', rules: [{ fixed: '1.1250' }] }]))
})

test('doubts a rate that is far from the catalog’s, and shows what a product would cost', async () => {
  const page = await open({ ...scriptedPrices, rules: [] })
  await page.until(() => expect(page.text()).toMatch(/By the catalog’s prices it is about MX\$1\d\.\d\d\./))
  await page.until(() =>
    expect(page.text()).toMatch(/For example: .+ costs the shop about MX\$[\d.]+\. Customers pay MX\$[\d.]+\./),
  )
  expect(page.text()).not.toContain('less than what the shop pays')
  await page.type('One US dollar is', '10')
  await page.until(() => expect(page.text()).toContain('customers pay less than what the shop pays'))
  await page.type('One US dollar is', '40')
  await page.until(() => expect(page.text()).toContain('customers pay much more'))
})

test('says while the service’s fee is not known, and asks for it', async () => {
  const unknown = { cost: '80', price: '84', knowsFee: false }
  const page = await open(scriptedPrices, { 'prices.try': unknown, fails: { 'prices.learnFee': { code: 'offline' } } })
  await page.until(() =>
    expect(page.text()).toContain('The service’s fee isn’t known yet, so your profit may be lower.'),
  )
  await page.press('Ask the service now')
  await page.until(() => expect(page.text()).toContain('There is no connection to the service.'))
  Object.assign(page.scripted.script, { fails: {}, 'prices.try': { ...unknown, knowsFee: true } })
  await page.press('Ask the service now')
  await page.until(() => expect(page.text()).not.toContain('The service’s fee isn’t known yet'))
  expect(page.inputsOf('prices.learnFee')).toHaveLength(2)
})

test('says that the service was asked in vain, until it is asked again', async () => {
  const unknown = { cost: '80', price: '84', knowsFee: false }
  const page = await open(scriptedPrices, { 'prices.try': unknown, 'prices.learnFee': false })
  const noFee = 'Till couldn’t get a usable fee from the service.'
  await page.until(() => expect(page.text()).toContain('The service’s fee isn’t known yet'))
  expect(page.text()).not.toContain(noFee)
  await page.press('Ask the service now')
  await page.until(() => expect(page.text()).toContain(noFee))
  Object.assign(page.scripted.script, { fails: { 'prices.learnFee': { code: 'offline' } } })
  await page.press('Ask the service now')
  await page.until(() => expect(page.text()).toContain('There is no connection to the service.'))
  expect(page.text()).not.toContain(noFee)
})

test('says why it cannot save, and asks before typed prices are lost', async () => {
  const page = await open({ ...scriptedPrices, rules: [] })
  await page.router.push('/sales')
  await page.until(() => expect(page.path()).toBe('/sales'))
  await page.router.push('/settings/prices')
  await page.until(() => page.field('One US dollar is'))
  expect(page.text()).not.toContain('Something above is missing or wrong.')
  await page.type('One US dollar is', '0')
  expect(page.text()).toContain('Something above is missing or wrong.')
  const leaving = page.router.push('/sales')
  await page.until(() => page.button('Keep editing'))
  await page.press('Keep editing')
  await leaving
  expect(page.path()).toBe('/settings/prices')
  expect(page.field('One US dollar is').value).toBe('0')
  void page.router.push('/sales')
  await page.until(() => page.button('Leave'))
  await page.press('Leave')
  await page.until(() => expect(page.path()).toBe('/sales'))
})

test('asks nothing once the prices are saved', async () => {
  const page = await open({ ...scriptedPrices, rules: [] })
  await page.type('One US dollar is', '18')
  await page.submit('One US dollar is')
  await page.until(() => expect(saved(page)).toHaveLength(1))
  await page.until(() => expect(page.text()).toContain('Prices saved'))
  await page.router.push('/sales')
  expect(page.path()).toBe('/sales')
})
