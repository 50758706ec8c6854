// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { purchaseRowView } from '../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { loadPhoneGrouping } from '../formats/phone-grouping.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
// A busy machine takes seconds to load the phone library, for which the news waits.
beforeAll(loadPhoneGrouping)
afterEach(() => till.close())

const moving = scriptedPurchase(81, 'on-its-way', 1)
type Status = 'on-its-way' | 'delivered' | 'failed' | 'refunded'
const tell = (status: Status): void =>
  till.scripted.emit('purchase.changed', purchaseRowView.parse(scriptedPurchase(81, status, 1)))
function become(status: Status): void {
  till.scripted.script.purchases = [scriptedPurchase(81, status, 1)]
  tell(status)
}
const delivered = 'Lumo Móvil MX$200 · +52 55 1234 5678: delivered.'

/** Opens a page that has heard of a purchase on its way. */
async function openOnItsWay(path: string): Promise<void> {
  till = await mountTill(path, { purchases: [moving] })
  become('on-its-way')
}

test('says once on another screen that a purchase was delivered, and opens it on a press', async () => {
  await openOnItsWay('/shop')
  become('delivered')
  await till.until(() => expect(till.text()).toContain(delivered))
  await till.press('View')
  await till.until(() => expect(till.path()).toBe(`/purchases/${moving.id}`))
  await till.router.push('/shop')
  // It is final now.
  become('delivered')
  await till.until(() => expect(till.path()).toBe('/shop'))
  expect(till.text()).not.toContain(delivered)
})

test('knows after a restart what was on its way before', async () => {
  till = await mountTill('/shop', { purchases: [moving] })
  // What comes before the page has read the list says nothing.
  await till.until(() => {
    tell('delivered')
    expect(till.text()).toContain(delivered)
  })
})

test('says that a delivery failed, and later instead that the refund came', async () => {
  await openOnItsWay('/shop')
  become('failed')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$200 · +52 55 1234 5678 couldn’t be delivered.'))
  become('refunded')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$200 · +52 55 1234 5678: refunded.'))
  expect(till.text()).not.toContain('couldn’t be delivered.')
})

test('says nothing on the page of the purchase, nor of what ended before', async () => {
  await openOnItsWay(`/purchases/${moving.id}`)
  become('delivered')
  till.scripted.emit('purchase.changed', purchaseRowView.parse(scriptedPurchase(70, 'delivered', 90)))
  await flushPromises()
  expect(till.path()).toBe(`/purchases/${moving.id}`)
  expect(till.text()).not.toMatch(/: delivered\./)
})
