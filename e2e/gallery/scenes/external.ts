import type { Page } from 'playwright-core'
import { arrivalReasons } from '../../../src/shared/external/arrival-reasons.ts'
import type { UnderWayView } from '../../../src/shared/checkout/views.ts'
import type { PurchaseView } from '../../../src/shared/purchases/views.ts'
import { scriptedArrival, scriptedExternal, scriptedReturn } from '../../../src/testing/fixtures/external.ts'
import { scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { watching } from './accounts.ts'
import { purchaseWithQuestion } from './purchase-with-question.ts'
import type { Scene } from './scene.ts'

const path = '/purchases/external/0b6c1f5e-6a53-4c0f-9a10-0000000000e1'
const asking = (script: Script): void => void (script.external = [scriptedExternal()])

const checkout = '/checkout/lumo_MX_200-I'
/** Refuses to be paid by the watch-only account in use. */
const refusing = (problem: 'external-router' | 'external-contract') => (script: Script) => {
  watching(script)
  script['checkout.quote'] = { payment: null, problems: [{ problem, blocking: true, detail: null }] }
}
async function askPrice(page: Page): Promise<void> {
  await page.locator('input[type="tel"]').fill('5512345678')
  await page.locator('main button .lucide-receipt-text').click()
  await page.locator('main [role="alert"]').first().waitFor()
}

/** A purchase for which another wallet paid another amount, which the service has not taken yet. */
const otherAmount = {
  path: '/purchases/0b6c1f5e-6a53-4c0f-9a10-000000000001',
  paid(registration: Partial<PurchaseView['registration']>): PurchaseView {
    const purchase = scriptedPurchase(1, 'on-its-way', 1, {
      totalAmount: '10',
      externalAsked: '11.05',
      waitingFor: { what: 'service', until: null },
    })
    const timeline = purchase.timeline.map((one, index) => (index < 2 ? one : { ...one, at: null }))
    return { ...purchase, timeline, registration: { ...purchase.registration, ...registration } }
  },
}

/** The same purchase, which another payment may have paid for. */
const same = (status: UnderWayView['status']): UnderWayView => ({
  id: '0b6c1f5e-6a53-4c0f-9a10-000000000001',
  createdAt: new Date(Date.now() - 180_000).toISOString(),
  reference: '+525512345678',
  status,
})
const fromOther = scriptedArrival('other-sender', { amount: '11.05' })

export const externalScenes: Scene[] = [
  { name: 'external', path, prepare: asking },
  {
    name: 'external-late',
    path,
    prepare(script) {
      const past = new Date(Date.now() - 60_000).toISOString()
      script.external = [scriptedExternal({ state: 'late', holdsUntil: past, alike: 1 })]
    },
  },
  {
    name: 'external-question',
    path,
    prepare: (script) => void (script.external = [scriptedExternal({ arrivals: [scriptedArrival('too-little')] })]),
  },
  {
    name: 'external-own-account',
    path,
    prepare(script) {
      const [main] = script.accounts
      const savings = { ...main!, address: `0x${'7'.repeat(40)}` as const, name: 'Savings', inUse: false }
      script.accounts = [main!, savings]
      const arrival = scriptedArrival('other-sender', { amount: '11.05', from: savings.address })
      script.external = [scriptedExternal({ arrivals: [arrival] })]
    },
  },
  {
    name: 'external-undone',
    path,
    prepare(script) {
      script.external = [
        scriptedExternal({ arrivals: [scriptedArrival('too-little', { isGone: true, canRegister: false })] }),
      ]
    },
  },
  {
    name: 'external-unused',
    path,
    prepare(script) {
      script.external = [scriptedExternal({ state: 'stopped', unused: [scriptedArrival('too-little')] })]
    },
  },
  {
    name: 'external-back',
    path,
    prepare(script) {
      const [one, other] = ['ab', 'cd'].map((pair) => scriptedArrival('too-little', { hash: `0x${pair.repeat(32)}` }))
      script.external = [
        scriptedExternal({ state: 'stopped', unused: [one!, { ...other!, isBack: true, returnedBy: scriptedReturn }] }),
      ]
    },
  },
  {
    name: 'external-others',
    path,
    prepare: (script) => void (script.external = [scriptedExternal({ state: 'stopped', fromOthers: [fromOther] })]),
  },
  {
    name: 'external-same-arrived',
    path,
    prepare: (script) => void (script.external = [scriptedExternal({ same: same('arrived') })]),
  },
  {
    name: 'external-same-bought',
    path,
    prepare: (script) => void (script.external = [scriptedExternal({ same: same('delivered') })]),
  },
  {
    name: 'external-twin',
    path,
    prepare(script) {
      const arrivals = [scriptedArrival('stopped', { amount: '11.05' })]
      script.external = [scriptedExternal({ state: 'stopped', arrivals, same: same('delivered') })]
    },
  },
  {
    name: 'external-came-back',
    path,
    prepare(script) {
      script.external = [scriptedExternal({ state: 'stopped', unused: [scriptedArrival('too-little')] })]
    },
    async act(page) {
      await page.locator('main .lucide-undo-2, main .lucide-undo2').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'external-checkout-stopped',
    path: checkout,
    prepare: (script) => void (script['checkout.underWay'] = [same('stopped')]),
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345678')
      await page.locator('main [role="status"] a').waitFor()
    },
  },
  {
    name: 'external-stop',
    path,
    prepare: asking,
    async act(page) {
      await page.locator('main .lucide-trash-2').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'external-refused',
    path: `/purchases/${purchaseWithQuestion('registration-rejected').id}`,
    prepare(script) {
      const purchase = purchaseWithQuestion('registration-rejected')
      script.purchases = [{ ...purchase, externalAsked: '11.050001' }]
    },
  },
  {
    name: 'external-other-amount',
    path: otherAmount.path,
    prepare: (script) => void (script.purchases = [otherAmount.paid({ state: 'prepared' })]),
  },
  {
    name: 'external-other-rejected',
    path: otherAmount.path,
    prepare(script) {
      const lastMessage = 'transactionIntent.amount: is not the one of the quote'
      const refused = { lastError: 'service-rejected', lastStatus: 400, lastMessage } as const
      script.purchases = [otherAmount.paid({ state: 'prepared', unclear: true, ...refused })]
    },
  },
  {
    name: 'external-besides',
    path: otherAmount.path,
    prepare(script) {
      const paid = scriptedPurchase(1, 'delivered', 5, { externalAsked: '11.05' })
      script.purchases = [paid]
      script.external = [scriptedExternal({ id: paid.id, state: 'paid', arrivals: [scriptedArrival('twice')] })]
    },
  },
  {
    name: 'external-new-price',
    path: `${checkout}?from=${scriptedExternal().id}`,
    prepare(script) {
      watching(script)
      asking(script)
    },
  },
  { name: 'external-router', path: checkout, prepare: refusing('external-router'), act: askPrice },
  { name: 'external-contract', path: checkout, prepare: refusing('external-contract'), act: askPrice },
  { name: 'external-purchases', path: '/purchases', prepare: asking },
  {
    name: 'external-rows',
    path: '/purchases',
    prepare(script) {
      const unused = [scriptedArrival('too-little', { amount: '1' })]
      const rows: Parameters<typeof scriptedExternal>[0][] = [
        { same: same('arrived') },
        { same: same('delivered'), unused },
        { state: 'late', unused },
        { state: 'paid', unused, arrivals: [fromOther] },
        { state: 'stopped', fromOthers: [fromOther] },
      ]
      script.external = rows.map((row, index) =>
        scriptedExternal({ ...row, reference: '+525512345678', id: `0b6c1f5e-6a53-4c0f-9a10-0000000000b${index}` }),
      )
    },
  },
  {
    name: 'external-attention',
    shows: 'reason:external-payment',
    path: '/attention',
    prepare(script) {
      script.external = [scriptedExternal({ arrivals: arrivalReasons.map((reason) => scriptedArrival(reason)) })]
    },
  },
]
