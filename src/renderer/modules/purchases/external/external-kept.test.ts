// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { UnderWayView } from '../../../../shared/checkout/views.ts'
import type { ExternalPaymentView } from '../../../../shared/external/views.ts'
import { scriptedArrival, scriptedExternal } from '../../../../testing/fixtures/external.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { scriptedPeople } from '../../../../testing/fixtures/steps.ts'
import { ago } from '../../../../testing/fixtures/ago.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const hash = `0x${'cd34'.repeat(16)}` as const
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
const stranger = scriptedArrival('other-sender', { hash, amount: '11.05' })

test('asks whether what was bought meanwhile is wanted twice, and recommends neither to register nor to pay', async () => {
  till = await open({ state: 'stopped', arrivals: [scriptedArrival('stopped', { hash })], same: same('delivered') })
  await shows('Do you want it twice?')
  expect(till.text()).toContain('Another wallet’s payment for it arrived too. Say below whether you want it twice.')
  expect(document.querySelectorAll('main [role="status"]')).toHaveLength(1)
  expect(till.text()).not.toContain('A payment arrived that needs your answer')
  expect(till.text()).not.toContain('If you pay now')
  expect(() => till.button('It’s for this purchase')).toThrow()
  expect([...document.querySelectorAll('main .bg-green')].map((one) => one.textContent.trim())).toEqual([
    'No, once is enough',
  ])
  await till.press('No, once is enough')
  expect(till.inputsOf('external.dismiss')).toEqual([{ id: asked.id, hash, ordinal: 0 }])
})

test('does not say that it will ask about what arrived and was answered', async () => {
  till = await open({ state: 'stopped', unused: [scriptedArrival('late', { hash })] })
  await shows('Till no longer waits for this payment.')
  expect(till.text()).not.toContain('If it arrives within a week')
})

test('lists whether the same purchase was bought or is in question', async () => {
  till = await mountTill('/purchases', { external: [scriptedExternal({ same: same('arrived') })] })
  await shows(/Waiting for the payment\s*A payment for the same purchase needs your answer/)
  till.close()
  till = await mountTill('/purchases', { external: [scriptedExternal({ same: same('delivered') })] })
  await shows(/Waiting for the payment\s*Already bought/)
})

test.each(['waiting', 'stopped'] as const)(
  'keeps what another account sent on the page of a %s payment',
  async (state) => {
    till = await open({ state, fromOthers: [stranger] })
    await shows('From another account, bought nothing')
    expect(till.text()).toContain(hash)
    expect(till.text()).toContain('11.05 USDC')
    expect(till.text()).toContain(stranger.from)
    expect(till.text()).not.toContain('They came back')
    till.button('Copy hash')
    await till.press('Ask me again')
    expect(till.inputsOf('external.look')).toEqual([{ id: asked.id, hash }])
  },
)

test('shows what another account sent for a paid purchase, and opens the purchase once it is paid', async () => {
  const purchases = [{ ...scriptedPurchase(4, 'paying', 1), id: asked.id }]
  till = await open({ state: 'paid', fromOthers: [stranger] }, { purchases })
  await shows('From another account, bought nothing')
  till.close()
  till = await open({ fromOthers: [stranger] }, { purchases })
  await shows('From another account, bought nothing')
  till.scripted.emit('external.changed', { ...asked, state: 'paid', fromOthers: [stranger] })
  await till.until(() => expect(till.path()).toBe(`/purchases/${asked.id}`))
})

test('looks for a payment by its hash also after the user stopped waiting', async () => {
  till = await open({ state: 'stopped' })
  await till.until(() => till.button('Look for it'))
})

test('lists the amount that is in question, and beside it what bought nothing', async () => {
  const unused = [scriptedArrival('too-little', { hash, amount: '5' })]
  till = await mountTill('/purchases', {
    external: [scriptedExternal({ state: 'paid', arrivals: [stranger], unused })],
  })
  await shows(/11\.05 USDC\s*Needs your answer\s*5\.00 USDC bought nothing/)
  till.close()
  till = await mountTill('/purchases', { external: [scriptedExternal({ state: 'late', holdsUntil: ago(1), unused })] })
  await shows(/11\.05 USDC\s*The price no longer holds\s*5\.00 USDC bought nothing/)
})

test('lists what another account sent, whether or not the payment is still awaited', async () => {
  till = await mountTill('/purchases', { external: [scriptedExternal({ fromOthers: [stranger] })] })
  await shows(/Waiting for the payment\s*11\.05 USDC from another account bought nothing/)
  till.close()
  till = await mountTill('/purchases', { external: [scriptedExternal({ state: 'stopped', fromOthers: [stranger] })] })
  await shows(/11\.05 USDC\s*From another account, bought nothing/)
})

test('names the saved person on the page, in the list and in the question', async () => {
  const script = { people: [...scriptedPeople] }
  const given = { reference: '+525512345678', country: 'MX', productType: 'topup' } as const
  till = await open({ ...given, arrivals: [scriptedArrival('late')] }, script)
  await shows('Ana · +52 55 1234 5678')
  await till.router.push('/purchases')
  await shows(/With another wallet.*Ana · \+52 55 1234 5678/)
  await till.router.push('/attention')
  await shows('Ana · +52 55 1234 5678')
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
