import type { AttentionReason, PersonStatus } from '../../shared/purchases/state.ts'
import { purchaseView, type PurchaseView, type TimelineStage } from '../../shared/purchases/views.ts'
import { ago, scriptedAddress } from './app.ts'
import { plausible, type PartOf } from './plausible.ts'

export const shopAddress = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const stagesDone: Record<PersonStatus, number> = {
  paying: 1,
  'on-its-way': 2,
  delivered: 4,
  failed: 4,
  refunded: 5,
  'not-paid': 1,
  'needs-you': 2,
}
const serviceStatus: Partial<Record<PersonStatus, string>> = {
  'on-its-way': 'PROCESSING',
  delivered: 'SUCCESS',
  failed: 'FAILED',
  refunded: 'FAILED',
}

/** Returns a refund that the shop sent. */
export function refundOf(amount: string): PurchaseView['refund']['parts'][number] {
  return { hash: `0x${'a1b2c3d4'.repeat(8)}`, amount, from: shopAddress, evidence: 'payee' }
}

const bought: PartOf<PurchaseView> = {
  sku: 'lumo_MX_200-I',
  brandName: 'Lumo Móvil',
  brandSlug: 'lumo',
  productType: 'topup',
  country: 'MX',
  image: '/image/lumo',
  reference: '+525512345678',
  fiatCurrency: 'MXN',
  fiatAmount: '200',
  tokenKey: 'usdc',
  tokenSymbol: 'USDC',
  totalAmount: '11.05',
  assetAmount: '10.84',
  feeAmount: '0.21',
  networkKey: 'harbor',
  networkName: 'Harbour',
  chainId: 71_001,
  nativeSymbol: 'ETH',
  profileName: 'Sandbox',
  fromAddress: scriptedAddress,
  recipient: shopAddress,
}
const unregistered: PartOf<PurchaseView['registration']> = { state: 'none' }
const registered: PartOf<PurchaseView['registration']> = {
  state: 'registered',
  attempts: 1,
  chain: 'harbor',
  lastStatus: 201,
  transactionId: '3d9e0c71-52c1-4d0a-8f05-2d31a7a5b001',
  recordId: 48_213,
}

/** Returns a purchase in `status`, made `minutesAgo`. */
export function scriptedPurchase(
  number: number,
  status: PersonStatus,
  minutesAgo: number,
  given: PartOf<PurchaseView> & { attention?: AttentionReason } = {},
): PurchaseView {
  const done = stagesDone[status]
  const isRegistered = done >= 3
  const at = (seconds: number): string => ago(minutesAgo - seconds / 60)
  const isRefunded = status === 'refunded'
  const ends: TimelineStage[] = status === 'failed' || isRefunded ? ['failed', 'refunded'] : ['delivered']
  const stages: TimelineStage[] = ['sent', 'confirmed', 'registered', ...ends]
  const usual = plausible(purchaseView, {
    ...bought,
    id: `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`,
    createdAt: at(0),
    status,
    timeline: stages.map((stage, index) => ({ stage, at: index < done ? at(2 + index * 3) : null })),
    waitingFor: waitingFor(status),
    feeActions: status === 'paying' ? ['speed-up', 'cancel'] : [],
    steps: [stepOf(status)],
    registration: isRegistered ? registered : unregistered,
    service: {
      status: serviceStatus[status] ?? null,
      updatedAt: isRegistered ? at(12) : null,
      recorded: isRegistered ? [{ field: 'product', value: 'Lumo Móvil' }] : [],
    },
    refund: isRefunded
      ? { state: 'seen', amount: '11.05', missing: '0', parts: [refundOf('11.05')] }
      : { missing: '11.05' },
    ended: isRefunded || status === 'delivered' || status === 'not-paid',
  })
  return plausible(purchaseView, given, usual)
}

function waitingFor(status: PersonStatus): PurchaseView['waitingFor'] {
  if (status === 'failed') return { what: 'refund', until: null }
  if (status === 'paying') return { what: 'confirmation', until: ago(-10) }
  return status === 'on-its-way' ? { what: 'delivery', until: ago(-10) } : null
}

function stepOf(status: PersonStatus): PurchaseView['steps'][number] {
  const isSigned = status === 'paying'
  return {
    kind: 'pay',
    state: isSigned ? 'signed' : status === 'not-paid' ? 'reverted' : 'final',
    nonce: 14,
    hash: `0x${'7c2e9a41'.repeat(8)}`,
    explorerUrl: isSigned ? null : 'https://explorer.invalid/tx',
    networkFee: isSigned ? null : '0.000041578125378',
  }
}

export const scriptedPurchases: PurchaseView[] = [
  scriptedPurchase(1, 'on-its-way', 1),
  scriptedPurchase(2, 'delivered', 46),
  scriptedPurchase(3, 'needs-you', 95, {
    attention: 'registration-rejected',
    brandName: 'Casa Market',
    brandSlug: 'b1',
    sku: 'b1_MX_10-I',
    image: '/image/b1',
    productType: 'gift_card',
    reference: 'ana@example.org',
    fiatAmount: '350',
    assetAmount: '18.99',
    totalAmount: '19.2',
  }),
  scriptedPurchase(4, 'failed', 60 * 26),
  scriptedPurchase(5, 'refunded', 60 * 27, {
    reference: '+525587654321',
    fiatAmount: '50',
    assetAmount: '2.7',
    totalAmount: '2.91',
    refund: { amount: '2.91', parts: [refundOf('2.91')] },
  }),
  scriptedPurchase(6, 'not-paid', 60 * 80),
  scriptedPurchase(7, 'paying', 60 * 81),
  scriptedPurchase(8, 'delivered', 60 * 24 * 400, {
    brandName: 'Vireo Travel',
    brandSlug: 'vireo',
    image: '/image/vireo',
    productType: 'esim',
    reference: 'ana@example.org',
    requiredFields: [{ name: 'recipient.email', value: 'ana@example.org' }],
  }),
]
