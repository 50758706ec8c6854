import type { RequestOutput } from '../../src/shared/contract.ts'
import type { ForeignPaymentView, UnseenTransactionsView } from '../../src/shared/history/views.ts'
import type { NetworkNodesView, NodeView } from '../../src/shared/networks/node-views.ts'
import type { NetworkTroubleView } from '../../src/shared/networks/trouble-view.ts'
import { atHome } from './scripted-kiosk.ts'
import type { AttentionReason, PersonStatus } from '../../src/shared/purchases/state.ts'

type App = RequestOutput<'app.get'>
type Purchase = RequestOutput<'purchases.get'>
type Network = RequestOutput<'networks.list'>[number]
type Balance = RequestOutput<'wallet.balances'>[number]

export const scriptedAddress = '0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE'
const shop = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** The words of the scripted wallet. */
export const scriptedWords = 'orbit lemon hazard quiet velvet tunnel pencil garden metal summer fiber anchor'.split(' ')

export const scriptedApp: App = {
  version: '0.1.0',
  shell: 'chromium',
  profile: {
    id: 'sandbox',
    name: 'Sandbox',
    baseUrl: 'http://127.0.0.1:4010',
    integrator: 'till',
    hasToken: true,
    tokenRefused: false,
    quoteDialect: 'v1',
    requestsPerHour: 100,
    quoteMaxAgeSeconds: 60,
    faucet: true,
    playMoney: true,
  },
  offersSandbox: true,
  wallet: { address: scriptedAddress, name: '', colour: 'teal', kind: 'words', inUse: true },
  locked: false,
  settings: {
    locale: 'en',
    theme: 'system',
    lockAfterMinutes: 5,
    idleMinutes: 2,
    homeCountry: 'MX',
    shopView: null,
    customerStands: 'across',
  },
  payingStopped: null,
  secretStore: true,
  printsUnasked: false,
  policy: { sets: [], problem: null },
  kiosk: atHome,
}

function network(given: Partial<Network> & Pick<Network, 'key' | 'name' | 'chainId'>): Network {
  return {
    networkType: 'EVM',
    isTestnet: true,
    logo: null,
    native: { name: 'Ether', symbol: 'ETH', decimals: 18, logo: '/image/coin-eth' },
    tokens: [
      {
        key: 'usdc',
        symbol: 'USDC',
        name: 'USD Coin',
        address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        decimals: 6,
        friendlyDecimals: 2,
        isActive: true,
        image: '/image/coin-usdc',
        minAllowance: '0.1',
        maxAllowance: '5000',
      },
    ],
    unpayable: null,
    ...given,
  }
}

const harbor = network({ key: 'harbor', name: 'Harbour', chainId: 71_001, logo: '/image/network-harbour' })
export const scriptedNetworks: Network[] = [
  harbor,
  network({
    key: 'meadow',
    name: 'Meadow',
    chainId: 71_002,
    native: { name: 'Meadow coin', symbol: 'MDW', decimals: 18, logo: null },
    tokens: [
      ...harbor.tokens,
      {
        ...(harbor.tokens[0] as Network['tokens'][number]),
        key: 'usdt',
        symbol: 'USDT',
        name: 'Tether',
        decimals: 18,
        image: '/image/coin-usdt',
        maxAllowance: null,
      },
    ],
  }),
  network({ key: 'solaria', name: 'Solaria', chainId: 900, networkType: 'SVM', tokens: [], unpayable: 'not-evm' }),
]

export const scriptedBalances: Balance[] = [
  {
    networkKey: 'harbor',
    native: '0.481239',
    tokens: { usdc: '1204.508812' },
    reserved: { usdc: '10.42' },
    readAt: new Date(Date.now() - 40_000).toISOString(),
    last: null,
    error: null,
  },
  {
    networkKey: 'meadow',
    native: '0',
    tokens: { usdc: '35.1', usdt: null },
    reserved: {},
    readAt: null,
    last: { native: '0', tokens: { usdc: '35.1', usdt: '12' }, readAt: new Date(Date.now() - 7_200_000).toISOString() },
    error: 'network-unreachable',
  },
  { networkKey: 'solaria', native: null, tokens: {}, reserved: {}, readAt: null, last: null, error: null },
]

const stagesDone: Record<PersonStatus, number> = {
  paying: 1,
  'on-its-way': 2,
  delivered: 4,
  failed: 4,
  refunded: 5,
  'not-paid': 1,
  'needs-you': 2,
}

/** A refund that the shop sent. */
export function refundOf(amount: string): Purchase['refund']['parts'][number] {
  return { hash: `0x${'a1b2c3d4'.repeat(8)}`, amount, from: shop, evidence: 'payee' }
}

/** A purchase in the middle of its life as `status` says; `minutesAgo` is when it was made. */
export function scriptedPurchase(
  number: number,
  status: PersonStatus,
  minutesAgo: number,
  given: Partial<Purchase> & { attention?: AttentionReason } = {},
): Purchase {
  const made = Date.now() - minutesAgo * 60_000
  const at = (seconds: number): string => new Date(made + seconds * 1000).toISOString()
  const failed = status === 'failed' || status === 'refunded'
  const names: Purchase['timeline'][number]['stage'][] = [
    'sent',
    'confirmed',
    'registered',
    ...(failed ? (['failed', 'refunded'] as const) : (['delivered'] as const)),
  ]
  const moving = status === 'paying' || status === 'on-its-way'
  return {
    id: `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`,
    createdAt: at(0),
    status,
    attention: null,
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
    networkKey: 'harbor',
    networkName: 'Harbour',
    assetAmount: '10.84',
    feeAmount: '0.21',
    facts: null,
    requiredFields: [],
    chainId: 71_001,
    nativeSymbol: 'ETH',
    paysNative: false,
    profileName: 'Sandbox',
    fromAddress: scriptedAddress,
    recipient: shop,
    timeline: names.map((stage, index) => ({ stage, at: index < stagesDone[status] ? at(2 + index * 3) : null })),
    waitingFor: moving
      ? { what: status === 'paying' ? 'confirmation' : 'delivery', until: new Date(Date.now() + 60_000).toISOString() }
      : status === 'failed'
        ? { what: 'refund', until: null }
        : null,
    networkTrouble: null,
    paidByWord: false,
    feeActions: status === 'paying' ? ['speed-up', 'cancel'] : [],
    feeChange: null,
    steps: [
      {
        kind: 'pay',
        state: status === 'paying' ? 'signed' : status === 'not-paid' ? 'reverted' : 'final',
        hash: `0x${'7c2e9a41'.repeat(8)}`,
        nonce: 14,
        explorerUrl: status === 'paying' ? null : 'https://explorer.invalid/tx',
        networkFee: status === 'paying' ? null : '0.000041578125378',
      },
    ],
    registration: {
      state: stagesDone[status] >= 3 ? 'registered' : 'none',
      unclear: false,
      attempts: stagesDone[status] >= 3 ? 1 : 0,
      chain: stagesDone[status] >= 3 ? 'harbor' : null,
      transactionId: stagesDone[status] >= 3 ? '3d9e0c71-52c1-4d0a-8f05-2d31a7a5b001' : null,
      recordId: stagesDone[status] >= 3 ? 48_213 : null,
      lastError: null,
      lastStatus: stagesDone[status] >= 3 ? 201 : null,
      lastMessage: null,
      lastCode: null,
      lastFields: [],
      keyRefused: false,
    },
    service: {
      status: failed ? 'FAILED' : status === 'delivered' ? 'SUCCESS' : status === 'on-its-way' ? 'PROCESSING' : null,
      updatedAt: stagesDone[status] >= 3 ? at(12) : null,
      logo: null,
      isDeleted: false,
      recorded: stagesDone[status] >= 3 ? [{ field: 'product', value: 'Lumo Móvil' }] : [],
    },
    refund: {
      state: status === 'refunded' ? 'seen' : 'none',
      amount: status === 'refunded' ? '11.05' : null,
      missing: status === 'refunded' ? '0' : '11.05',
      parts: status === 'refunded' ? [refundOf('11.05')] : [],
      possible: null,
    },
    ended: status === 'delivered' || status === 'refunded' || status === 'not-paid',
    retryOf: null,
    retriedBy: [],
    ...given,
  }
}

export const scriptedPurchases: Purchase[] = [
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
    refund: { state: 'seen', amount: '2.91', missing: '0', parts: [refundOf('2.91')], possible: null },
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

/** A payment that nothing explains, made `minutesAgo`. */
export function scriptedForeignPayment(
  minutesAgo: number,
  given: Partial<ForeignPaymentView> = {},
): ForeignPaymentView {
  return {
    hash: `0x${'b1946ac9'.repeat(8)}`,
    token: 'USDC',
    amount: '40',
    networkName: 'Harbour',
    recipient: '0x52908400098527886E0F7030069857D2E4169EE7',
    happenedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    explorerUrl: 'https://explorer.invalid/tx',
    ...given,
  }
}

export function scriptedUnseen(given: Partial<UnseenTransactionsView> = {}): UnseenTransactionsView {
  return {
    chainInstance: `71001:0x${'5'.repeat(64)}`,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    below: 9,
    count: 3,
    networkName: 'Harbour',
    explorerUrl: 'https://explorer.invalid/address',
    ...given,
  }
}

/** A network that takes nothing, since 40 minutes ago. */
export function networkTroubleOf(what: NetworkTroubleView['what']): NetworkTroubleView {
  return { what, since: new Date(Date.now() - 40 * 60_000).toISOString() }
}

/** The nodes of a known network, one of them in trouble where given, and of one with a single node. */
export function scriptedNodes(given: Partial<NodeView> = {}): NetworkNodesView[] {
  const well = { trouble: null, since: null, behindBy: 0, foundChainId: null }
  const node: NodeView = { host: 'rpc.example', origin: 'service', ...well }
  return [
    {
      ...{ chainId: 71_001, name: 'Harbour' },
      nodes: [{ ...node, host: 'node.example', origin: 'own', ...given }, node],
      suggested: [],
    },
    {
      ...{ chainId: 71_002, name: 'Meadow', nodes: [{ ...node, host: 'lagoon.example' }] },
      suggested: ['https://mainnet.example', 'https://lagoon-rpc.publicnode.example'],
    },
  ]
}
