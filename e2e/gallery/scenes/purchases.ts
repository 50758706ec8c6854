import { attentionReasons } from '../../../src/shared/purchases/state.ts'
import { networkTroubleOf } from '../../../src/testing/fixtures/networks.ts'
import { refundOf, scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'
import { scriptedSale } from '../../../src/testing/fixtures/sales.ts'
import { ago } from '../../../src/testing/fixtures/ago.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { purchaseWithQuestion, withPossibleRefund } from './purchase-with-question.ts'
import { said } from '../said.ts'
import type { Scene } from './scene.ts'

const id = (number: number): string => `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`

const [step] = scriptedPurchase(54, 'not-paid', 9).steps
const permitted = scriptedPurchase(54, 'not-paid', 9, {
  steps: step ? [{ ...step, kind: 'approve', state: 'final', nonce: 13, networkFee: '0.000026578125378' }, step] : [],
})

const plan = scriptedPurchase(51, 'delivered', 12, {
  brandName: 'Skylark eSIM',
  brandSlug: 'skylark',
  productType: 'esim',
  reference: 'ana-lucia@example.org',
  requiredFields: [{ name: 'recipient.email', value: 'ana-lucia@example.org' }],
  facts: {
    data: { gigabytes: '5', unlimited: false, speeds: ['4G', '5G'] },
    sms: { count: null, unlimited: false },
    voice: { minutes: null, unlimited: false },
    durationDays: '15',
    roaming: { country: null, speeds: [] },
  },
})

const giftCard = scriptedPurchase(55, 'delivered', 12, {
  brandName: 'Casa Market',
  brandSlug: 'b1',
  image: '/image/b1',
  productType: 'gift_card',
  reference: 'lupe.fernandez-guadarrama@example.org',
  requiredFields: [],
})

/** Scenes of purchases in every state, and of their list. */
export const purchaseScenes: Scene[] = [
  ...(
    [
      [1, 'on-its-way'],
      [2, 'delivered'],
      [3, 'needs-you'],
      [4, 'failed'],
      [5, 'refunded'],
      [6, 'not-paid'],
      [7, 'paying'],
    ] as const
  ).map(([number, status]): Scene => ({
    name: `purchase-${status}`,
    shows: `status:${status}`,
    path: `/purchases/${id(number)}`,
    prepare(script) {
      // A payment that waits that long for its network raises a question.
      if (status === 'paying') script.purchases = [scriptedPurchase(number, status, 1)]
    },
  })),
  ...attentionReasons.map((reason): Scene => ({
    name: `purchase-${reason}`,
    shows: `reason:${reason}`,
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [purchaseWithQuestion(reason)]
    },
  })),
  {
    name: 'purchase-key-refused',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const purchase = purchaseWithQuestion('registration-unanswered')
      script.purchases = [
        { ...purchase, registration: { ...purchase.registration, lastStatus: 409, keyRefused: true } },
      ]
    },
  },
  {
    name: 'purchase-report-unclear',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const { registration } = purchaseWithQuestion('registration-unanswered')
      const waitingFor = { what: 'service', until: null } as const
      script.purchases = [scriptedPurchase(50, 'on-its-way', 3, { registration, waitingFor })]
    },
  },
  {
    name: 'purchase-reported-refused',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [{ ...purchaseWithQuestion('registration-rejected'), isPaidAsReported: true }]
    },
  },
  {
    name: 'purchase-unclear',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const waitingFor = { what: 'proof', until: null } as const
      script.purchases = [{ ...purchaseWithQuestion('payment-dropped'), waitingFor, feeActions: [] }]
    },
  },
  {
    name: 'purchase-behind',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const waitingFor = { what: 'gap', until: null } as const
      script.purchases = [{ ...purchaseWithQuestion('payment-dropped'), waitingFor, feeActions: [] }]
    },
  },
  {
    name: 'purchase-refused',
    path: `/purchases/${id(50)}`,
    prepare(script) {
      const waitingFor = { what: 'network', until: null, refusal: 'fee-too-low' } as const
      script.purchases = [scriptedPurchase(50, 'paying', 2, { waitingFor })]
    },
  },
  {
    name: 'purchase-worldwide',
    path: `/purchases/${id(51)}`,
    prepare(script) {
      const requiredFields = [{ name: 'recipient.email', value: 'ana-lucia@example.org' }]
      script.purchases = [{ ...plan, country: 'US', countryCount: 244, reference: '+525512345678', requiredFields }]
    },
  },
  {
    name: 'purchase-plan',
    path: `/purchases/${id(51)}`,
    prepare(script) {
      script.purchases = [plan]
    },
  },
  {
    name: 'purchase-save-to-people',
    path: `/purchases/${id(55)}`,
    prepare(script) {
      script.purchases = [giftCard]
    },
    async act(page) {
      await page.getByRole('button', { name: said(({ people }) => people.saveRecipient) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'purchase-gift-card',
    path: `/purchases/${id(55)}`,
    prepare(script) {
      script.purchases = [giftCard]
    },
  },
  ...(['sold', 'given-back'] as const).map((counter): Scene => ({
    name: `purchase-counter-${counter}`,
    path: `/purchases/${id(2)}`,
    prepare(script) {
      const given = { at: ago(5), by: null, reason: 'wrong-number', delivered: true } as const
      script.sales = [scriptedSale(2, { refundedCash: counter === 'sold' ? null : given })]
    },
  })),
  {
    name: 'purchase-refund-waived',
    path: `/purchases/${id(52)}`,
    prepare(script) {
      const waived = scriptedPurchase(52, 'failed', 95, { ended: true, waitingFor: null })
      script.purchases = [{ ...waived, refund: { ...waived.refund, state: 'waived' } }]
    },
  },
  {
    name: 'purchase-waive',
    path: `/purchases/${id(4)}`,
    async act(page) {
      await page.locator('main .lucide-undo-2').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...(
    [
      ['yes', 'check'],
      ['no', 'x'],
    ] as const
  ).map(([choice, icon]): Scene => ({
    name: `purchase-refund-${choice}`,
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [purchaseWithQuestion('refund-possible')]
    },
    async act(page) {
      await page.locator(`main button .lucide-${icon}`).click()
      await page.getByRole('dialog').waitFor()
    },
  })),
  ...(
    [
      ['not-proven', { isProven: false, isKnown: true }],
      ['less', { isKnown: true, amount: '5' }],
      ['together', { isKnown: true, amount: '20.9', count: 2 }],
    ] as const
  ).map(([name, given]): Scene => ({
    name: `purchase-refund-${name}`,
    path: `/purchases/${id(50)}`,
    prepare(script) {
      script.purchases = [withPossibleRefund(given)]
    },
  })),
  {
    name: 'purchase-refund-part',
    path: `/purchases/${id(4)}`,
    prepare(script) {
      const failed = scriptedPurchase(4, 'failed', 60 * 26)
      const came = { amount: '5', missing: '6.05', parts: [refundOf('5')] }
      script.purchases = [{ ...failed, refund: { ...failed.refund, ...came } }]
    },
  },
  {
    name: 'purchase-refunded-in-parts',
    path: `/purchases/${id(5)}`,
    prepare(script) {
      const refunded = scriptedPurchase(5, 'refunded', 60 * 26)
      const came = { amount: '10.84', missing: '0.21', parts: [refundOf('5'), refundOf('5.84')] }
      script.purchases = [{ ...refunded, refund: { ...refunded.refund, ...came } }]
    },
  },
  {
    name: 'purchase-refund-by-word',
    path: `/purchases/${id(5)}`,
    prepare(script) {
      const refunded = scriptedPurchase(5, 'refunded', 95)
      const from = '0x52908400098527886E0F7030069857D2E4169EE7'
      script.purchases = [
        { ...refunded, refund: { ...refunded.refund, parts: [{ ...refundOf('11.05'), from, evidence: 'person' }] } },
      ]
    },
    async act(page) {
      await page.locator('summary').last().click()
    },
  },
  {
    name: 'purchase-details',
    path: `/purchases/${id(2)}`,
    async act(page) {
      await page.locator('summary').last().click()
    },
  },
  {
    name: 'purchase-network-silent',
    path: `/purchases/${id(53)}`,
    prepare(script) {
      const waitingFor = { what: 'connection', until: null } as const
      script.purchases = [scriptedPurchase(53, 'paying', 1, { waitingFor, networkTrouble: networkTroubleOf('silent') })]
    },
  },
  {
    name: 'purchase-network-still',
    path: `/purchases/${id(53)}`,
    prepare(script) {
      script.purchases = [scriptedPurchase(53, 'paying', 1, { networkTrouble: networkTroubleOf('stalled') })]
    },
  },
  ...(['silent', 'stalled'] as const).flatMap((what): Scene[] => {
    const prepare = (script: Script): void => {
      script.purchases = [{ ...purchaseWithQuestion('payment-dropped'), networkTrouble: networkTroubleOf(what) }]
    }
    return [
      { name: `purchase-dropped-${what}`, path: `/purchases/${id(50)}`, prepare },
      { name: `attention-dropped-${what}`, path: '/attention', prepare },
    ]
  }),
  {
    name: 'purchase-permission-left',
    path: `/purchases/${id(54)}`,
    prepare(script) {
      script.purchases = [permitted]
    },
  },
  {
    name: 'purchase-long-amount',
    path: `/purchases/${id(6)}`,
    prepare(script) {
      const amounts = { fiatAmount: '22134.5', assetAmount: '1203.913456', totalAmount: '1204.123456' }
      script.purchases = [scriptedPurchase(6, 'not-paid', 60 * 80, amounts)]
    },
  },
  {
    name: 'purchase-registered',
    path: `/purchases/${id(1)}`,
    prepare(script) {
      const given = scriptedPurchase(1, 'on-its-way', 1)
      const at = new Date(Date.now() - 50_000).toISOString()
      script.purchases = [
        {
          ...given,
          timeline: given.timeline.map((stage) => (stage.stage === 'registered' ? { ...stage, at } : stage)),
          registration: { ...given.registration, state: 'registered', attempts: 1 },
        },
      ]
    },
  },
  { name: 'purchase-gone', path: `/purchases/${id(777)}` },
  { name: 'purchases', path: '/purchases' },
  {
    name: 'purchases-elsewhere',
    path: '/purchases',
    prepare(script) {
      script.purchases = script.purchases.slice(0, 1)
      const at = new Date(Date.now() - 3 * 86_400_000).toISOString()
      const spend = { token: 'USDC', product: 'Lumo Móvil', happenedAt: at }
      script['history.elsewhere'] = [
        { ...spend, hash: `0x${'a'.repeat(64)}`, transactionId: 'spend-1', amount: '7.35', status: 'COMPLETED' },
        { ...spend, hash: `0x${'b'.repeat(64)}`, transactionId: 'spend-2', amount: '40', status: 'FAILED' },
      ]
    },
  },
  {
    name: 'purchases-many',
    path: '/purchases',
    prepare(script) {
      script.purchases = Array.from({ length: 120 }, (_, index) =>
        scriptedPurchase(200 + index, 'delivered', index * 200),
      )
    },
    async act(page) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    },
  },
  {
    name: 'purchases-empty',
    path: '/purchases',
    prepare(script) {
      script.purchases = []
    },
  },
  { name: 'purchases-nothing', path: '/purchases?q=zzz' },
  {
    name: 'purchases-failed',
    path: '/purchases',
    prepare(script) {
      script.fails['purchases.list'] = { code: 'internal' }
    },
  },
]
