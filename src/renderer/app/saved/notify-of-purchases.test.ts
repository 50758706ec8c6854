// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { purchaseRowView } from '../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { loadPhoneGrouping } from '../formats/phone.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
// A busy machine takes seconds to load the phone library, for which the news waits.
beforeAll(loadPhoneGrouping)
afterEach(() => till.close())

const moving = scriptedPurchase(81, 'on-its-way', 1)
const become = (status: 'delivered' | 'failed' | 'refunded', given: Parameters<typeof scriptedPurchase>[3] = {}) =>
  till.scripted.emit('purchase.changed', purchaseRowView.parse(scriptedPurchase(81, status, 1, given)))

async function open(path: string): Promise<void> {
  till = await mountTill(path, { purchases: [moving] })
  const read = (): unknown[] => till.inputsOf('purchases.list').filter((input) => Object(input).limit === 50)
  await till.until(() => expect(read()).toHaveLength(3))
  await flushPromises()
}

test('says once on another screen that a purchase was delivered, and opens it on a press', async () => {
  await open('/shop')
  const words = 'Lumo Móvil MX$200 · +52 55 1234 5678: delivered.'
  become('delivered')
  await till.until(() => expect(till.text()).toContain(words))
  await till.press('View')
  await till.until(() => expect(till.path()).toBe(`/purchases/${moving.id}`))
  await till.router.push('/shop')
  // It is final now.
  become('delivered')
  await till.until(() => expect(till.path()).toBe('/shop'))
  expect(till.text()).not.toContain(words)
})

test('says that a delivery failed, and later that the refund came', async () => {
  await open('/shop')
  become('failed')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$200 · +52 55 1234 5678 couldn’t be delivered.'))
  become('refunded')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$200 · +52 55 1234 5678: refunded.'))
})

test('says nothing on the page of the purchase, nor of what ended before', async () => {
  await open(`/purchases/${moving.id}`)
  become('delivered')
  till.scripted.emit('purchase.changed', purchaseRowView.parse(scriptedPurchase(70, 'delivered', 90)))
  await till.until(() => expect(till.path()).toBe(`/purchases/${moving.id}`))
  expect(till.text()).not.toMatch(/: delivered\./)
})
