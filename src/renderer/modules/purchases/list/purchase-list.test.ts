// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { ListedPurchaseView } from '../../../../shared/purchases/views.ts'
import { scriptedApp } from '../../../../testing/fixtures/app.ts'
import { scriptedExternal } from '../../../../testing/fixtures/external.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

test('groups the list by days with familiar names', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 4, 12) })
  const hoursAgo = [1, 13, 40].map((hours) => scriptedPurchase(hours, 'delivered', 60 * hours))
  till = await mountTill('/purchases', { purchases: hoursAgo })
  await till.until(() =>
    expect([...document.querySelectorAll('main section h2')].map((heading) => heading.textContent)).toEqual([
      'Today',
      'Yesterday',
      'Monday, March 2',
    ]),
  )
})

test('filters by status and finds by text', async () => {
  till = await mountTill('/purchases')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil'))
  await till.type('Search purchases', 'casa')
  await till.until(() => expect(till.path()).toBe('/purchases?q=casa'))
  await till.until(() => expect(till.inputsOf('purchases.list').at(-1)).toMatchObject({ text: 'casa', status: null }))
  await till.router.replace('/purchases?status=delivered')
  await till.until(() => expect(till.inputsOf('purchases.list').at(-1)).toMatchObject({ status: 'delivered' }))
})

test('clears the search with one button, and goes on in its field', async () => {
  till = await mountTill('/purchases?q=casa')
  await till.until(() => till.button('Clear the search'))
  await till.press('Clear the search')
  expect(document.activeElement).toBe(till.field('Search purchases'))
  await till.until(() => expect(till.path()).toBe('/purchases'))
  expect(() => till.button('Clear the search')).toThrow()
})

test('says for which word it searched instead of a mistyped one', async () => {
  till = await mountTill('/purchases?q=lmuo', {
    'purchases.list': {
      purchases: [{ ...scriptedPurchase(1, 'delivered', 60), counter: null, person: null }],
      total: 1,
      searched: 'lumo',
    },
  })
  await till.until(() => expect(till.text()).toContain('Showing results for “lumo”'))
})

test('says of a purchase what it is in the user’s money, and what became of it at the counter', async () => {
  const listed = (number: number, counter: ListedPurchaseView['counter']) => ({
    ...scriptedPurchase(number, 'delivered', 60 * number),
    counter,
    person: number === 1 ? 'Ana' : null,
  })
  till = await mountTill('/purchases', {
    app: { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: 'MX' } },
    'catalog.rates': { MXN: 20 },
    'purchases.list': {
      purchases: [listed(1, null), listed(2, 'sold'), listed(3, 'given-back')],
      total: 3,
      searched: null,
    },
  })
  const rows = () => [...document.querySelectorAll('main section li')].map(({ textContent }) => textContent)
  await till.until(() => expect(rows()[0]).toContain('≈ MX$221.00'))
  // A sale's cost is the shop's own, by its rate, and not what the catalog's prices make of the coins today.
  expect(rows().map((row) => row?.includes('≈'))).toEqual([true, false, false])
  expect(rows().map((row) => row?.includes('Ana · +52'))).toEqual([true, false, false])
  expect(rows().map((row) => /Sold.*?(?=Delivered)/.exec(row ?? '')?.[0] ?? null)).toEqual([
    null,
    'Sold at the counter',
    'Sold, cash given back',
  ])
})

test('reports a list that cannot be read, and reads it again on request', async () => {
  till = await mountTill('/purchases', { fails: { 'purchases.list': { code: 'internal' } } })
  await till.until(() => expect(till.text()).toContain('Your purchases couldn’t be loaded'))
  till.scripted.script.fails = {}
  await till.press('Try again')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil'))
})

test('loads more purchases on request', async () => {
  const many = Array.from({ length: 60 }, (_, index) => scriptedPurchase(index, 'delivered', index))
  till = await mountTill('/purchases', { purchases: many })
  await till.until(() => expect(till.text()).toContain('50 of 60'))
  await till.press('Show more')
  await till.until(() => expect(document.querySelectorAll('main ul li')).toHaveLength(60))
})

test('shows no search or filter for an empty list', async () => {
  till = await mountTill('/purchases', { purchases: [] })
  await till.until(() => expect(till.text()).toContain('No purchases yet'))
  expect(() => till.field('Search purchases')).toThrow()
  await till.router.replace('/purchases?status=failed')
  await till.until(() => till.field('Search purchases'))
})

test('keeps what another wallet was asked to pay beside a search, and hides it beside a status', async () => {
  till = await mountTill('/purchases?q=lumo', { external: [scriptedExternal()] })
  await till.until(() => expect(till.text()).toContain('With another wallet'))
  till.close()
  till = await mountTill('/purchases?status=delivered', { external: [scriptedExternal()] })
  await till.until(() => expect(till.text()).toContain('Lumo Móvil'))
  expect(till.text()).not.toContain('With another wallet')
})
