// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { purchaseRowView } from '../../../../shared/purchases/views.ts'
import { refundOf, scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { purchaseAt, receipt } from '../../../../testing/renderer/purchases.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

test('distinguishes a refund from the paid address from one that the user confirmed', async () => {
  const purchase = scriptedPurchase(1, 'refunded', 90)
  const part = refundOf('11.05')
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [purchase] })
  await till.until(() => expect(till.text()).toContain('Refund11.05 USDC, from the address you paid'))
  till.scripted.script.purchases = [
    { ...purchase, refund: { ...purchase.refund, parts: [{ ...part, evidence: 'person' }] } },
  ]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(purchase))
  await till.until(() => expect(till.text()).toContain('Refund11.05 USDC, confirmed by you'))
  till.scripted.script.purchases = [
    { ...purchase, refund: { ...purchase.refund, parts: [{ ...part, evidence: null, from: null }] } },
  ]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(purchase))
  await till.until(() => expect(till.text()).toMatch(/Refund11\.05 USDC(?!,)/))
})

test('distinguishes the refunded part from the awaited part', async () => {
  const purchase = scriptedPurchase(1, 'failed', 90)
  const refund = { ...purchase.refund, amount: '5', missing: '6.05', parts: [refundOf('5')] }
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [{ ...purchase, refund }] })
  await till.until(() => expect(till.text()).toContain('Refunded so far5.00 USDCRefund6.05 USDC, expected'))
})

test('shows what was asked for beside another amount that another wallet paid', async () => {
  const given = { totalAmount: '10', assetAmount: '10.84', feeAmount: '0.21', externalAsked: '11.05' }
  const purchase = scriptedPurchase(1, 'on-its-way', 1, given)
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [purchase] })
  await till.until(() => expect(receipt()).toContain('Price in coins10.84 USDCService fee0.21 USDCAsked for11.05 USDC'))
  expect(receipt()).toContain('Total paid10.00 USDC')
  till.close()
  const exact = { ...purchase, totalAmount: '11.05' }
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [exact] })
  await till.until(() => expect(receipt()).toContain('Total paid11.05 USDC'))
  expect(receipt()).not.toContain('Asked for')
})

test('shows the product, its price in coins and the recipient once', async () => {
  const bought = scriptedPurchase(70, 'delivered', 9, {
    reference: 'ana@example.org',
    requiredFields: [
      { name: 'recipient.email', value: 'ana@example.org' },
      { name: 'recipient.firstName', value: 'Ana' },
    ],
    facts: {
      data: { gigabytes: '5', unlimited: false, speeds: [] },
      sms: { count: null, unlimited: false },
      voice: { minutes: null, unlimited: false },
      durationDays: '15',
      roaming: { country: null, speeds: [] },
    },
  })
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought] })
  await till.until(() => expect(receipt()).toContain('5 GB'))
  expect(receipt()).toContain('15 days')
  expect(receipt()).toContain('Price in coins10.84 USDC')
  expect(receipt().match(/ana@example\.org/g)).toHaveLength(1)
  expect(receipt()).toContain('Recipient’s first nameAna')
  expect(receipt()).not.toContain('Refund')
})

test.each([
  ['many', 244, 'eSIMs · 244 countries', false],
  ['one', 1, 'eSIMs · United States', true],
  ['an unknown number of', null, 'eSIMs', false],
])('names the only country of a product, and never one of %s countries', async (_, countryCount, kind, isNamed) => {
  const bought = scriptedPurchase(72, 'delivered', 9, {
    productType: 'esim',
    country: 'US',
    countryCount,
    facts: { roaming: { country: 'US' } },
  })
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought] })
  await till.until(() => expect(receipt()).toContain(kind))
  expect(receipt().includes('United States')).toBe(isNamed)
  expect(receipt().includes('Roaming')).toBe(isNamed)
  expect(till.text()).toContain('Product (SKU)')
  // The brand's page and the checkout named it so.
  expect(till.text().includes('United States and 243 more countries')).toBe(countryCount === 244)
  await till.router.push('/purchases')
  const row = () => document.querySelector('main section li')?.textContent ?? ''
  await till.until(() => expect(row()).toContain(bought.brandName))
  expect(row().includes('United States')).toBe(isNamed)
  expect(row().includes('244 countries')).toBe(countryCount === 244)
})

test('shows the state of the refund of a failed purchase', async () => {
  till = await mountTill(`/purchases/${purchaseAt(3).id}`)
  await till.until(() => expect(till.text()).toContain('Refund11.05 USDC, expected'))
  await till.router.push(`/purchases/${purchaseAt(4).id}`)
  await till.until(() => expect(till.text()).toContain('Refund2.91 USDC'))
})

test('says what a refunded purchase cost in the end, with different coins apart', async () => {
  const whole = scriptedPurchase(88, 'refunded', 90)
  const less = scriptedPurchase(89, 'refunded', 90, { refund: { amount: '10.84', missing: '0.21' } })
  till = await mountTill(`/purchases/${whole.id}`, { purchases: [whole, less] })
  await till.until(() => expect(receipt()).toContain('Cost in the end0.000042 ETH'))
  await till.router.push(`/purchases/${less.id}`)
  await till.until(() => expect(receipt()).toContain('Cost in the end0.21 USDCplus network fee0.000042 ETH'))
})

test('shows the network fee in its coin', async () => {
  till = await mountTill(`/purchases/${purchaseAt(1).id}`)
  await till.until(() => expect(till.text()).toContain('Network fee0.000042 ETH'))
  expect(till.text()).toContain('Service statusSUCCESS')
})

test('says when it was bought, about what it cost with fees, and the number by which the support of the service finds it', async () => {
  const bought = { ...purchaseAt(1), createdAt: new Date(2026, 10, 25, 9, 30).toISOString() }
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought] })
  await till.until(() => expect(receipt()).toMatch(/Total paid11\.05 USDCAt today’s prices≈ MX\$203\.\d\dNetwork fee/))
  expect(receipt()).toContain('November 25, 2026')
  expect(receipt()).toContain(`Order number at ${bought.profileName} ${bought.registration.transactionId}`)
  expect(receipt()).not.toContain('Purchase number')
})

test('adds up what was spent, with different coins apart', async () => {
  till = await mountTill(`/purchases/${purchaseAt(1).id}`)
  await till.until(() =>
    expect(receipt()).toContain('Total paid11.05 USDCAt today’s prices≈ MX$203.88Network fee0.000042 ETH'),
  )
  const native = scriptedPurchase(85, 'delivered', 9, { paysNative: true, tokenSymbol: 'ETH', totalAmount: '0.01' })
  till.close()
  till = await mountTill(`/purchases/${native.id}`, { purchases: [native] })
  await till.until(() => expect(receipt()).toContain('Network fee0.000042 ETHTotal paid0.010042 ETH'))
})

test('says about what it cost on that day, whatever the prices are today', async () => {
  const createdAt = new Date(2025, 10, 3, 9).toISOString()
  const bought = { ...purchaseAt(1), createdAt, inMoney: { currency: 'BRL', amount: '50.55' } }
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought] })
  await till.until(() => expect(receipt()).toContain('Total paid11.05 USDCIn your currency, that day≈ R$50.55Network'))
  expect(receipt()).not.toContain('MX$203')
})

test('names no other day for what was bought today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 12) })
  const createdAt = new Date(2026, 10, 28, 9).toISOString()
  const bought = { ...purchaseAt(1), createdAt, inMoney: { currency: 'BRL', amount: '50.55' } }
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought] })
  await till.until(() => expect(receipt()).toContain('Total paid11.05 USDCIn your currency≈ R$50.55Network'))
})

test('does not call unspent coins spent, and leaves an unknown fee open', async () => {
  const paying = scriptedPurchase(86, 'paying', 1, { networkFeeAtMost: null })
  const notPaid = scriptedPurchase(87, 'not-paid', 5)
  till = await mountTill(`/purchases/${paying.id}`, { purchases: [paying, notPaid] })
  await till.until(() => expect(receipt()).toContain('Total11.05 USDCAt today’s prices≈ MX$203.88Network fee… ETH'))
  await till.router.push(`/purchases/${notPaid.id}`)
  await till.until(() =>
    expect(receipt()).toContain('Total (not paid)11.05 USDCNetwork fee0.000042 ETHTotal paid0.000042 ETH'),
  )
})

test('shows the highest network fee until the fee is known', async () => {
  const paying = scriptedPurchase(1, 'paying', 1)
  till = await mountTill(`/purchases/${paying.id}`, { purchases: [paying] })
  await till.until(() => expect(receipt()).toContain('Network fee, up to0.000105 ETH'))
  till.scripted.script.purchases = [scriptedPurchase(1, 'on-its-way', 1)]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(paying))
  await till.until(() => expect(receipt()).toContain('Network fee0.000042 ETH'))
  expect(receipt()).not.toContain('up to')
})

test('shows what a claimed refund left to pay: the fees of the payment and of the claim', async () => {
  const refunded = scriptedPurchase(1, 'refunded', 90)
  const parts = [{ ...refundOf('11.05'), evidence: 'claim' as const, claimFee: '0.00002' }]
  till = await mountTill(`/purchases/${refunded.id}`, {
    purchases: [{ ...refunded, refund: { ...refunded.refund, parts } }],
  })
  await till.until(() => expect(receipt()).toContain('Cost in the end0.000062 ETH'))
})
