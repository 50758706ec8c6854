// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { UnderWayView } from '../../../../shared/checkout/views.ts'
import type { ExternalPaymentView } from '../../../../shared/external/views.ts'
import { scriptedExternal } from '../../../../testing/fixtures/external.ts'
import { ago } from '../../../../testing/scripted/app.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const asked = scriptedExternal()
const open = async (
  given: Partial<ExternalPaymentView> = {},
  script: Parameters<typeof mountTill>[1] = {},
): Promise<MountedTill> =>
  mountTill(`/purchases/external/${asked.id}`, { external: [structuredClone({ ...asked, ...given })], ...script })
const shows = (words: string | RegExp) => till.until(() => expect(till.text()).toMatch(words))
const same = (status: UnderWayView['status']): UnderWayView => ({
  id: '0b6c1f5e-6a53-4c0f-9a10-0000000000e7',
  createdAt: ago(3),
  reference: '+525512345678',
  status,
})

test('warns of what arrived for the same purchase, leads to its question, and hides what to pay', async () => {
  till = await open({ same: same('arrived') })
  await shows('A payment arrived for the same purchase and waits for your answer. Don’t pay before you answer.')
  expect(till.text()).not.toContain('Copy amount')
  await till.press('Look and answer')
  await till.until(() => expect(till.path()).toBe(`/purchases/external/${same('arrived').id}`))
})

test('warns once the same purchase was bought, leads to it, and offers to stop waiting', async () => {
  till = await open({ same: same('delivered') })
  await shows(/You bought this for \+52 55 1234 5678 .*\. If you pay now, you pay a second time\./)
  expect(till.text()).toContain('Copy amount')
  const notice = [...document.querySelectorAll('[role="status"]')].find((one) =>
    one.textContent.includes('second time'),
  )
  expect(notice?.textContent).toContain('Stop waiting')
  await till.press('View')
  await till.until(() => expect(till.path()).toBe(`/purchases/${same('delivered').id}`))
})

test('reads a payment again when another one of the same changed', async () => {
  till = await open()
  await shows('Waiting for the payment on')
  for (const one of till.scripted.script.external) Object.assign(one, { same: same('arrived') })
  till.scripted.emit('external.changed', { ...asked, id: same('arrived').id, state: 'stopped' })
  await shows('A payment arrived for the same purchase')
})

test('a checkout says calmly that a stopped payment may still be made', async () => {
  const underWay = { ...same('stopped'), id: asked.id }
  till = await mountTill('/checkout/lumo_MX_200-I', { external: [asked], 'checkout.underWay': [underWay] })
  await till.type('Phone number', '5512345678')
  await shows(
    'You no longer wait for another wallet’s payment for this for +52 55 1234 5678. If it’s made all the same, you pay twice.',
  )
  expect(till.text()).not.toContain('If you buy now, you pay a second time.')
  await till.press('View')
  await till.until(() => expect(till.path()).toBe(`/purchases/external/${asked.id}`))
})
