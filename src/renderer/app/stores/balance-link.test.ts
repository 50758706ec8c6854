// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { purchaseProgressView } from '../../../shared/checkout/views.ts'
import { scriptedBalances } from '../../../testing/fixtures/networks.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const shown = (): string | null =>
  document.querySelector('header a[href="#/wallet"]')?.getAttribute('aria-label')?.replaceAll('\u00a0', ' ') ?? null
const [harbor, meadow] = scriptedBalances as [(typeof scriptedBalances)[0], (typeof scriptedBalances)[0]]
const text = (): string | undefined =>
  document.querySelector('header a[href="#/wallet"]')?.textContent.replaceAll(/\s+/g, ' ').trim()

test('the header shows about what all dollar coins are worth in the money of the country, and names each', async () => {
  till = await mountTill('/settings', { purchases: [] })
  await till.until(() => expect(text()).toBe('≈ MX$22,899 to spend'))
  expect(shown()).toBe(
    'Wallet, ≈ MX$22,899 to spend: 1,194.08 USDC on Harbour, 35.10 USDC on Meadow, and 12.00 USDT on Meadow as of 2 hours ago',
  )
  till.scripted.emit('balances.changed', [
    { ...harbor, tokens: { usdc: '3.5' }, reserved: {} },
    { ...meadow, tokens: { usdc: '0', usdt: '0' } },
  ])
  await till.until(() => expect(text()).toBe('≈ MX$64.57 to spend'))
  expect(shown()).toBe('Wallet, ≈ MX$64.57 to spend: 3.50 USDC on Harbour')
})

test('says in the tooltip at which rate, if its time is known', async () => {
  const tooltip = (): string | null | undefined =>
    document.querySelector('header a[href="#/wallet"]')?.getAttribute('title')
  const refreshedAt = new Date(new Date().setHours(16, 2)).toISOString()
  till = await mountTill('/settings', { purchases: [], 'catalog.status': { refreshedAt } })
  await till.until(() =>
    expect(tooltip()).toMatch(/^Wallet, ≈ MX\$22,899 to spend: .*\. In dollar coins at the 4:02 PM rate\.$/),
  )
  till.close()
  till = await mountTill('/settings', { purchases: [], 'catalog.status': { refreshedAt: null } })
  await till.until(() => expect(tooltip()).toContain('≈ MX$22,899 to spend'))
  expect(tooltip()).not.toContain('rate')
})

test('counts the last known balance while a network does not answer, and leaves out what was never known', async () => {
  till = await mountTill('/settings', { purchases: [] })
  till.scripted.emit('balances.changed', [harbor, { ...meadow, tokens: { usdc: null, usdt: null } }])
  await till.until(() => expect(shown()).toContain('35.10 USDC on Meadow as of 2 hours ago'))
  expect(text()).toBe('≈ MX$22,899 to spend')
  const unread = { usdc: null, usdt: null }
  till.scripted.emit('balances.changed', [
    { ...harbor, tokens: unread, last: null },
    { ...meadow, tokens: unread },
  ])
  await till.until(() => expect(text()).toMatch(/^≈ MX\$868\.99 as of 2 hours ago$/))
  till.scripted.emit('balances.changed', [harbor, { ...meadow, tokens: { usdc: null, usdt: null }, last: null }])
  await till.until(() => expect(shown()).toContain('USDC unknown on Meadow'))
  expect(text()).toBe('≈ MX$22,030 to spend')
})

describe('without a rate for the money of the country', () => {
  const noRates = { 'catalog.rates': {} }

  test('shows one coin on one network, and keeps it when another holds more', async () => {
    till = await mountTill('/settings', { purchases: [], ...noRates })
    await till.until(() => expect(shown()).toBe('Wallet, 1,194.08 USDC on Harbour'))
    till.scripted.emit('balances.changed', [
      { ...harbor, tokens: { usdc: '3.5' }, reserved: {} },
      { ...meadow, tokens: { usdc: '900', usdt: '9000' } },
    ])
    await till.until(() => expect(shown()).toBe('Wallet, 3.50 USDC on Harbour'))
  })

  test('shows the payment method used last, as unknown while its network does not answer', async () => {
    const paid = scriptedPurchase(5, 'delivered', 5, { networkKey: 'meadow', tokenKey: 'usdc' })
    till = await mountTill('/settings', { purchases: [paid, scriptedPurchase(6, 'delivered', 9)], ...noRates })
    await till.until(() => expect(shown()).toBe('Wallet, 35.10 USDC on Meadow'))
    till.scripted.emit('balances.changed', [harbor, { ...meadow, tokens: { usdc: null, usdt: null } }])
    await till.until(() => expect(shown()).toBe('Wallet, 35.10 USDC on Meadow as of 2 hours ago'))
    till.scripted.emit('balances.changed', [harbor, { ...meadow, tokens: { usdc: null, usdt: null }, last: null }])
    await till.until(() => expect(shown()).toBe('Wallet, USDC unknown on Meadow'))
    expect(text()).toContain('… USDC')
  })

  test('paying with another coin shows that one; updates of an older purchase change nothing', async () => {
    till = await mountTill('/settings', { purchases: [scriptedPurchase(5, 'delivered', 5)], ...noRates })
    await till.until(() => expect(shown()).toContain('Harbour'))
    const on = { networkKey: 'meadow', tokenKey: 'usdc' }
    till.scripted.emit('purchase.progressed', purchaseProgressView.parse(scriptedPurchase(3, 'refunded', 60, on)))
    till.scripted.emit('purchase.progressed', purchaseProgressView.parse(scriptedPurchase(5, 'delivered', 5)))
    await till.until(() => expect(shown()).toContain('Harbour'))
    till.scripted.emit('purchase.progressed', purchaseProgressView.parse(scriptedPurchase(9, 'paying', 0, on)))
    await till.until(() => expect(shown()).toBe('Wallet, 35.10 USDC on Meadow'))
  })
})
