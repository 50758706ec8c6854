// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { purchaseProgressView } from '../../../shared/checkout/views.ts'
import { scriptedBalances } from '../../../testing/fixtures/networks.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const shown = (): string | null =>
  document.querySelector('header a[href="#/wallet"]')?.getAttribute('aria-label') ?? null
const [harbor, meadow] = scriptedBalances as [(typeof scriptedBalances)[0], (typeof scriptedBalances)[0]]

test('the header shows one coin on one network, and keeps it when another holds more', async () => {
  till = await mountTill('/settings', { purchases: [] })
  await till.until(() => expect(shown()).toBe('Wallet, 1,194.08 USDC to spend on Harbour'))
  till.scripted.emit('balances.changed', [
    { ...harbor, tokens: { usdc: '3.5' }, reserved: {} },
    { ...meadow, tokens: { usdc: '900', usdt: '9000' } },
  ])
  await till.until(() => expect(shown()).toBe('Wallet, 3.50 USDC to spend on Harbour'))
})

test('shows the payment method used last, as unknown while its network does not answer', async () => {
  const paid = scriptedPurchase(5, 'delivered', 5, { networkKey: 'meadow', tokenKey: 'usdc' })
  till = await mountTill('/settings', { purchases: [paid, scriptedPurchase(6, 'delivered', 9)] })
  await till.until(() => expect(shown()).toBe('Wallet, 35.10 USDC to spend on Meadow'))
  till.scripted.emit('balances.changed', [harbor, { ...meadow, tokens: { usdc: null, usdt: null } }])
  await till.until(() => expect(shown()).toBe('Wallet, 35.10 USDC on Meadow as of 2 hours ago'))
  till.scripted.emit('balances.changed', [harbor, { ...meadow, tokens: { usdc: null, usdt: null }, last: null }])
  await till.until(() => expect(shown()).toBe('Wallet, USDC balance unknown on Meadow'))
  expect(document.querySelector('header a[href="#/wallet"]')?.textContent).toContain('… USDC')
})

test('paying with another coin shows that one from then on; updates of an older purchase change nothing', async () => {
  till = await mountTill('/settings', { purchases: [scriptedPurchase(5, 'delivered', 5)] })
  await till.until(() => expect(shown()).toContain('Harbour'))
  const on = { networkKey: 'meadow', tokenKey: 'usdc' }
  till.scripted.emit('purchase.progressed', purchaseProgressView.parse(scriptedPurchase(3, 'refunded', 60, on)))
  till.scripted.emit('purchase.progressed', purchaseProgressView.parse(scriptedPurchase(5, 'delivered', 5)))
  await till.until(() => expect(shown()).toContain('Harbour'))
  till.scripted.emit('purchase.progressed', purchaseProgressView.parse(scriptedPurchase(9, 'paying', 0, on)))
  await till.until(() => expect(shown()).toBe('Wallet, 35.10 USDC to spend on Meadow'))
})
