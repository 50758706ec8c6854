import type { Page } from 'playwright-core'
import { scriptedTransfer } from '../../../src/testing/fixtures/steps.ts'
import { networkTroubleOf } from '../../../src/testing/fixtures/networks.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { purchaseWithQuestion } from './purchase-with-question.ts'
import type { Scene } from './scene.ts'

const ana = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const poison = '0x8bA1cc09551Bd43280301264500036ddD64dbA72'
const unknownAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const path = `/wallet/send?to=${ana}`

async function type(page: Page): Promise<void> {
  await page.locator('main input[inputmode="decimal"]').fill('25.5')
}
async function review(page: Page): Promise<void> {
  await type(page)
  await page.locator('main form button[type="submit"]').click()
  await page.getByRole('timer').waitFor()
}
/** Shows every warning that can appear with others. */
function warned(script: Script): void {
  script['transfers.offer'] = {
    recipient: poison,
    typeGroup: 1,
    warnings: [
      { warning: 'look-alike', strong: true, other: { address: ana, name: 'Ana' } },
      { warning: 'never-used', strong: false, other: null },
      { warning: 'first-time', strong: false, other: null },
    ],
  }
}
const sent = (state: Parameters<typeof scriptedTransfer>[1]) => (script: Script) => {
  script.transfers = [scriptedTransfer(1, state)]
}
const one = `/wallet/sent/${scriptedTransfer(1).id}`

/** Scenes of sending coins, sent transfers and named addresses. */
export const sendScenes: Scene[] = [
  { name: 'send-empty', path: '/wallet/send' },
  { name: 'send-typed', path, act: type },
  {
    name: 'send-all-native',
    path: `${path}&network=harbor`,
    act: async (page) => page.locator('main button[aria-pressed]').click(),
  },
  {
    name: 'send-look-alike-typed',
    path: `/wallet/send?to=${poison}`,
    prepare(script) {
      script['transfers.check'] = {
        warnings: [{ warning: 'look-alike', strong: true, other: { address: ana, name: 'Ana' } }],
      }
    },
  },
  {
    name: 'send-mistyped',
    path: '/wallet/send?to=0x8ba1f109551bd432803012645Ac136ddd64DBA72',
    prepare(script) {
      script['transfers.check'] = { address: null, problem: 'checksum' }
    },
  },
  { name: 'send-review', path, act: review },
  { name: 'send-warned', path: `/wallet/send?to=${poison}`, prepare: warned, act: review },
  {
    name: 'send-clipboard',
    path: `/wallet/send?to=${unknownAddress}`,
    prepare(script) {
      script['transfers.offer'] = {
        typeGroup: 9,
        warnings: [
          { warning: 'clipboard', strong: true, other: { address: ana, name: 'Ana' } },
          { warning: 'known-contract', strong: true, other: null },
          { warning: 'contract', strong: false, other: null },
          { warning: 'own-account', strong: false, other: null },
        ],
      }
    },
    act: review,
  },
  {
    name: 'send-limits',
    path,
    prepare(script) {
      script['transfers.offer'] = {
        left: null,
        problems: [
          { problem: 'insufficient-token', blocking: true, detail: '3.4' },
          { problem: 'insufficient-gas', blocking: true, detail: '0.0002' },
          { problem: 'limit-day', blocking: true, detail: '12.5' },
          { problem: 'limit-native-coin', blocking: true, detail: '0' },
        ],
      }
    },
    act: review,
  },
  {
    name: 'send-namesake',
    path,
    prepare(script) {
      script['transfers.offer'] = { problems: [{ problem: 'coin-namesake', blocking: false, detail: null }] }
    },
    act: review,
  },
  {
    name: 'send-not-tried',
    path,
    prepare(script) {
      script['transfers.offer'] = {
        simulated: false,
        problems: [{ problem: 'not-simulated', blocking: false, detail: null }],
      }
    },
    act: review,
  },
  {
    name: 'send-offline',
    path,
    prepare(script) {
      script.fails['transfers.offer'] = { code: 'network-unreachable' }
    },
    async act(page) {
      await type(page)
      await page.locator('main form button[type="submit"]').click()
      await page.locator('main form [role="status"]').nth(1).waitFor()
    },
  },
  {
    name: 'send-locked',
    path,
    async act(page, scripted) {
      scripted.setApp({ locked: true })
      await review(page)
    },
  },
  {
    name: 'send-watched',
    path,
    prepare(script) {
      const [first] = script.accounts
      if (first) script.app = { ...script.app, wallet: { ...first, kind: 'watched' } }
    },
    act: review,
  },
  { name: 'send-loading', path: '/wallet/send', prepare: (script) => void script.hangs.add('networks.list') },
  {
    name: 'sent',
    path: '/wallet/sent',
    prepare(script) {
      script.transfers = [
        scriptedTransfer(0, { state: 'signed', networkFee: null }),
        scriptedTransfer(1, { name: null, state: 'mined', amount: '0.123456789012345678', symbol: 'ETH', token: null }),
        scriptedTransfer(2),
        scriptedTransfer(3, { state: 'reverted' }),
        scriptedTransfer(4, { state: 'cancelled', name: 'Savings at the exchange' }),
        scriptedTransfer(5, { state: 'superseded', networkFee: null }),
      ]
      script.sentNotes = { [scriptedTransfer(2).id]: 'Rent of May #home' }
    },
  },
  { name: 'sent-empty', path: '/wallet/sent' },
  {
    name: 'sent-failed',
    path: '/wallet/sent',
    prepare: (script) => void (script.fails['transfers.list'] = { code: 'internal' }),
  },
  {
    name: 'transfer-sent',
    path: one,
    prepare: sent({ state: 'signed', networkFee: null, feeActions: ['speed-up', 'cancel'] }),
  },
  {
    name: 'transfer-note',
    path: one,
    prepare(script) {
      sent({ state: 'confirmed', feeActions: [] })(script)
      script['notes.get'] = {
        note: 'My half of the rent for December.\nThe deposit comes back in March.',
        tags: ['rent', 'trip to Oaxaca'],
        known: ['family', 'rent', 'trip to Oaxaca'],
      }
    },
  },
  {
    name: 'transfer-cancel',
    path: one,
    prepare: sent({ state: 'signed', networkFee: null, feeActions: ['speed-up', 'cancel'] }),
    async act(page) {
      await page.locator('main .flex-wrap > button').nth(1).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'transfer-cancelling',
    path: one,
    prepare: sent({
      state: 'signed',
      networkFee: null,
      feeActions: ['cancel'],
      feeChange: { action: 'cancel', at: new Date().toISOString() },
    }),
  },
  {
    name: 'transfer-final',
    path: one,
    prepare: sent({}),
    act: async (page) => page.locator('main summary').click(),
  },
  { name: 'transfer-reverted', path: one, prepare: sent({ state: 'reverted' }) },
  { name: 'transfer-cancelled', path: one, prepare: sent({ state: 'cancelled' }) },
  { name: 'transfer-superseded', path: one, prepare: sent({ state: 'superseded', networkFee: null }) },
  {
    name: 'transfer-unclear',
    path: one,
    prepare: sent({
      state: 'signed',
      networkFee: null,
      isOverdue: true,
      waitingFor: { what: 'proof', refusal: null },
    }),
  },
  ...(['silent', 'stalled'] as const).flatMap((what): Scene[] => {
    const waits = { state: 'signed', networkFee: null, feeActions: ['speed-up', 'cancel'] } as const
    const transfer = { ...waits, feeActions: [...waits.feeActions], networkTrouble: networkTroubleOf(what) }
    return [
      { name: `transfer-network-${what}`, path: one, prepare: sent(transfer) },
      { name: `transfer-stuck-${what}`, path: one, prepare: sent({ ...transfer, isOverdue: true }) },
      {
        name: `attention-transfer-${what}`,
        path: '/attention',
        prepare(script) {
          script.purchases = []
          script.transfers = [scriptedTransfer(0, { ...transfer, isOverdue: true })]
        },
      },
    ]
  }),
  { name: 'transfer-not-final', path: one, prepare: sent({ state: 'confirmed', isOverdue: true }) },
  {
    name: 'attention-transfer-not-final',
    path: '/attention',
    prepare(script) {
      script.purchases = [purchaseWithQuestion('payment-not-final')]
      script.transfers = [scriptedTransfer(0, { state: 'confirmed', isOverdue: true })]
    },
  },
  {
    name: 'transfer-stuck',
    path: one,
    prepare: sent({
      state: 'signed',
      networkFee: null,
      isOverdue: true,
      feeActions: ['speed-up', 'cancel'],
      waitingFor: { what: 'network', refusal: 'fee-too-low' },
    }),
  },
  {
    name: 'wallet-sending',
    path: '/wallet',
    prepare(script) {
      script.transfers = [scriptedTransfer(0, { state: 'signed', networkFee: null })]
    },
  },
]
