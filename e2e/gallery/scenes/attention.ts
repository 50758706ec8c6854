import type { Page } from 'playwright-core'
import type { ForeignPaymentView } from '../../../src/shared/history/views.ts'
import { attentionReasons } from '../../../src/shared/purchases/state.ts'
import { scriptedForeignPayment, scriptedUnseen } from '../../../src/testing/fixtures/attention.ts'
import { scriptedTransfer } from '../../../src/testing/fixtures/steps.ts'
import { scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { purchaseWithQuestion } from './purchase-with-question.ts'
import type { Scene } from './scene.ts'

const id = (number: number): string => scriptedPurchase(number, 'paying', 0).id
const waiting = (script: Script): void => {
  script.purchases = [scriptedPurchase(60, 'paying', 2, { waitingFor: { what: 'network', until: null } })]
}
/** Presses a fee action by its icon, whatever the language. */
async function press(page: Page, icon: string): Promise<void> {
  await page.locator(`main .lucide-${icon}`).click()
  await page.getByRole('dialog').waitFor()
}
const feeChanged = (action: 'speed-up' | 'cancel', state: 'signed' | 'confirmed' | 'cancelled'): Scene => ({
  name: `purchase-${action}-${state}`,
  path: `/purchases/${id(61)}`,
  prepare(script) {
    const status = state === 'cancelled' ? 'not-paid' : state === 'signed' ? 'paying' : 'on-its-way'
    const given = scriptedPurchase(61, status, 3)
    const feeChange = { action, at: new Date(Date.now() - 60_000).toISOString() }
    const feeActions = state !== 'signed' ? [] : action === 'cancel' ? (['cancel'] as const) : given.feeActions
    const steps = given.steps.map((step) => ({ ...step, state }))
    script.purchases = [{ ...given, feeChange, feeActions: [...feeActions], steps }]
  },
})

function foreign(script: Script, given: Partial<ForeignPaymentView>): void {
  script.purchases = []
  script.foreignPayments = [scriptedForeignPayment(190, given)]
}

/** Scenes of the inbox and every dialog that it leads to. */
export const attentionScenes: Scene[] = [
  {
    name: 'attention',
    path: '/attention',
    prepare(script) {
      script.purchases = attentionReasons.map((reason, index) => ({
        ...purchaseWithQuestion(reason),
        id: id(50 + index),
      }))
      script.foreignPayments = [scriptedForeignPayment(400)]
    },
  },
  {
    name: 'attention-one',
    path: '/purchases',
  },
  {
    name: 'attention-transfer',
    shows: 'reason:transfer',
    path: '/attention',
    prepare(script) {
      script.purchases = []
      script.transfers = [
        scriptedTransfer(0, {
          state: 'signed',
          networkFee: null,
          isOverdue: true,
          waitingFor: { what: 'network', refusal: 'fee-too-low' },
        }),
      ]
    },
  },
  {
    name: 'attention-foreign-payment',
    shows: 'reason:foreign-payment',
    path: '/attention',
    prepare: (script) => foreign(script, {}),
  },
  {
    name: 'attention-foreign-payment-sparse',
    path: '/attention',
    prepare: (script) => foreign(script, { networkName: null, recipient: null, happenedAt: null, explorerUrl: null }),
  },
  {
    name: 'attention-foreign-payment-saved',
    path: '/attention',
    prepare(script) {
      foreign(script, {})
      script['history.saveProof'] = { path: '/home/ana/.local/share/till/downloads/till-payment-b1946ac9.json' }
    },
    async act(page) {
      await page.locator('main .lucide-file-down').first().click()
      await page.getByText('till-payment-').first().waitFor()
    },
  },
  ...([false, true] as const).map((locked): Scene => ({
    name: locked ? 'attention-foreign-payment-locked' : 'attention-foreign-payment-acknowledge',
    path: '/attention',
    prepare: (script) => foreign(script, {}),
    async act(page, scripted) {
      if (locked) scripted.setApp({ locked })
      await press(page, 'badge-check')
    },
  })),
  ...(['attention-unseen', 'attention-unseen-one', 'attention-unseen-check'] as const).map((name): Scene => ({
    name,
    ...(name === 'attention-unseen' && { shows: 'reason:unseen-transactions' }),
    path: '/attention',
    prepare(script) {
      script.purchases = []
      script.unseen = [scriptedUnseen(name === 'attention-unseen-one' ? { count: 1, explorerUrl: null } : {})]
    },
    act: (page) => (name === 'attention-unseen-check' ? press(page, 'badge-check') : Promise.resolve()),
  })),
  {
    name: 'attention-empty',
    path: '/attention',
    prepare(script) {
      script.purchases = []
    },
  },
  {
    name: 'attention-failed',
    path: '/attention',
    prepare(script) {
      script.fails['attention.list'] = { code: 'internal' }
    },
  },
  { name: 'fee-offered', path: `/purchases/${id(60)}`, prepare: waiting },
  {
    name: 'fee-speed-up',
    shows: 'fee:speed-up-offered',
    path: `/purchases/${id(60)}`,
    prepare: waiting,
    act: (page) => press(page, 'gauge'),
  },
  {
    name: 'fee-cancel',
    shows: 'fee:cancel-offered',
    path: `/purchases/${id(60)}`,
    prepare: waiting,
    act: (page) => press(page, 'ban'),
  },
  {
    name: 'fee-above-cap',
    path: `/purchases/${id(60)}`,
    prepare(script) {
      waiting(script)
      script['purchases.offerFee'] = { exceededCap: '0.0001' }
    },
    act: (page) => press(page, 'gauge'),
  },
  {
    name: 'fee-locked',
    path: `/purchases/${id(60)}`,
    prepare: waiting,
    async act(page, scripted) {
      scripted.setApp({ locked: true })
      await press(page, 'gauge')
      await page.locator('[role="dialog"] input').waitFor()
    },
  },
  {
    name: 'fee-outdated',
    path: `/purchases/${id(60)}`,
    prepare(script) {
      waiting(script)
      script.fails['purchases.offerFee'] = { code: 'not-allowed', details: { reason: 'outdated' } }
    },
    act: (page) => press(page, 'gauge'),
  },
  {
    name: 'fee-too-dear',
    shows: 'fee:speed-up-refused',
    path: `/purchases/${id(60)}`,
    prepare(script) {
      waiting(script)
      script.fails['purchases.offerFee'] = { code: 'insufficient-gas', details: { amount: '0.0002', symbol: 'ETH' } }
    },
    act: (page) => press(page, 'gauge'),
  },
  {
    name: 'fee-cancel-outdated',
    shows: 'fee:cancel-refused',
    path: `/purchases/${id(60)}`,
    prepare(script) {
      waiting(script)
      script.fails['purchases.offerFee'] = { code: 'not-allowed', details: { reason: 'outdated' } }
    },
    act: (page) => press(page, 'ban'),
  },
  { ...feeChanged('speed-up', 'signed'), shows: 'fee:speed-up-sent' },
  { ...feeChanged('cancel', 'signed'), shows: 'fee:cancel-sent' },
  feeChanged('cancel', 'confirmed'),
  feeChanged('cancel', 'cancelled'),
  {
    name: 'report-payment',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const waitingFor = { what: 'proof', until: null } as const
      script.purchases = [{ ...purchaseWithQuestion('payment-dropped'), waitingFor, feeActions: [] }]
    },
    act: (page) => press(page, 'megaphone'),
  },
  {
    name: 'register-again',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const purchase = purchaseWithQuestion('registration-unanswered')
      script.purchases = [
        { ...purchase, registration: { ...purchase.registration, lastStatus: 409, keyRefused: true } },
      ]
    },
    async act(page) {
      await press(page, 'pencil-line')
      await page.locator('[role="dialog"] input').first().waitFor()
    },
  },
  {
    name: 'purchase-give-up',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [purchaseWithQuestion('registration-rejected')]
    },
    act: (page) => press(page, 'circle-off'),
  },
  {
    name: 'purchase-given-up',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const purchase = purchaseWithQuestion('registration-rejected')
      const refund = { ...purchase.refund, state: 'waived' } as const
      script.purchases = [{ ...purchase, status: 'failed', attention: null, refund, ended: true }]
    },
  },
  {
    name: 'correct',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [purchaseWithQuestion('registration-rejected')]
    },
    async act(page) {
      await press(page, 'pencil-line')
      await page.locator('[role="dialog"] input').first().waitFor()
    },
  },
  {
    name: 'correct-wrong',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [{ ...purchaseWithQuestion('registration-rejected'), reference: '+52551234' }]
    },
    async act(page) {
      await press(page, 'pencil-line')
      await page.locator('[role="dialog"] input').first().waitFor()
      await page.locator('[role="dialog"] button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'correct-network',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const purchase = purchaseWithQuestion('registration-rejected')
      const lastFields = [{ name: 'transactionIntent.chain', problem: 'is not the one of the quote' }]
      script.purchases = [
        { ...purchase, registration: { ...purchase.registration, chain: purchase.networkKey, lastFields } },
      ]
    },
    async act(page) {
      await press(page, 'pencil-line')
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'correct-gone',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [purchaseWithQuestion('registration-rejected')]
      script.variants = []
    },
    async act(page) {
      await press(page, 'pencil-line')
      await page.locator('[role="dialog"] button[type="submit"]').waitFor()
    },
  },
  {
    name: 'proof-saved',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [purchaseWithQuestion('registered-differently')]
      script['purchases.saveProof'] = { path: '/home/ana/.local/share/till/downloads/till-proof-0b6c1f5e.json' }
    },
    async act(page) {
      await page.locator('main .lucide-file-down').first().click()
      await page.getByText('till-proof-').first().waitFor()
    },
  },
  {
    name: 'repeat-first',
    path: `/purchases/${id(62)}`,
    prepare(script) {
      script.purchases = [scriptedPurchase(62, 'not-paid', 9, { repeatedBy: [id(63)] })]
    },
  },
  {
    name: 'repeat-second',
    path: `/purchases/${id(63)}`,
    prepare(script) {
      script.purchases = [scriptedPurchase(63, 'delivered', 5, { repeatOf: id(62) })]
    },
  },
  {
    name: 'repeat-checkout',
    path: `/checkout/lumo_MX_200-I?from=${id(62)}`,
    prepare(script) {
      script.purchases = [scriptedPurchase(62, 'not-paid', 9)]
    },
  },
]
