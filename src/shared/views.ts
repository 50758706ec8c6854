import { z } from 'zod'
import { registrationView } from './purchases/registration-view.ts'
import { accountView } from './wallet/account-views.ts'
import { errorCodes } from './errors.ts'
import { kioskView } from './kiosk/views.ts'
import { policyView } from './policy/views.ts'
import {
  attentionReasons,
  personStatuses,
  recipientStandings,
  refundEvidences,
  sendRefusals,
} from './purchases/state.ts'
import { quoteProblems } from './checkout/quote-problems.ts'
import { networkTroubleView } from './networks/trouble-view.ts'

// Amounts are exact decimal strings, times ISO 8601 in UTC, unknown values null (never 0).
export const decimal = z.string().regex(/^\d+(\.\d+)?$/)
const signedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/)
export const time = z.iso.datetime()
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** A path of the app's own origin that main serves (`/image/…`), or null where there is no picture. */
export const picture = z.string().startsWith('/image/').nullable()

export const settingsView = z.object({
  locale: z.enum(['en', 'es']).nullable(),
  theme: z.enum(['light', 'dark', 'system']),
  lockAfterMinutes: z.int().min(1).max(240),
  /** In a shop, after so many without a touch whoever was at the till has left it. */
  idleMinutes: z.int().min(1).max(60),
  homeCountry: z.string().length(2).nullable(),
  /** What the shop shows of its own accord; null until a person chose. */
  shopView: z.enum(['brands', 'products']).nullable(),
  /** In a shop: where a customer stands who checks what is sold, across the counter or beside the clerk. */
  customerStands: z.enum(['across', 'beside']),
})

export const profileView = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  integrator: z.string(),
  hasToken: z.boolean(),
  /** The token was answered with 401 and is not used until it is edited. */
  tokenRefused: z.boolean(),
  quoteDialect: z.enum(['v1', 'alternate']),
  requestsPerHour: z.int(),
  quoteMaxAgeSeconds: z.int(),
  faucet: z.boolean(),
  playMoney: z.boolean(),
})

export const appView = z.object({
  kiosk: kioskView,
  policy: policyView,
  version: z.string(),
  shell: z.enum(['electron', 'chromium']),
  profile: profileView.nullable(),
  /** The play-money service that was started beside Till, offered at first run. */
  offersSandbox: z.boolean(),
  /** The account in use. */
  wallet: accountView.nullable(),
  locked: z.boolean(),
  settings: settingsView,
  /** Why paying is stopped, or null while it is allowed. */
  payingStopped: z.enum(['ledger-unsafe', 'disk-error', 'records-unreadable']).nullable(),
  /** Whether the system keeps Till's records key in a secret store; false is said plainly in settings. */
  secretStore: z.boolean(),
  /** Whether the system's first printer takes the slips of a till in a shop without anybody being asked. */
  printsUnasked: z.boolean(),
})

export const fieldView = z.object({
  name: z.string(),
  /** How it is best typed; derived from name, value type and regex. */
  kind: z.enum(['phone', 'email', 'date', 'number', 'text']),
  required: z.boolean(),
})

/** What a product gives: data, texts, calls, for how long and where. */
export const productFacts = z.object({
  data: z.object({ gigabytes: decimal.nullable(), unlimited: z.boolean(), speeds: z.array(z.string()) }),
  sms: z.object({ count: decimal.nullable(), unlimited: z.boolean() }),
  voice: z.object({ minutes: decimal.nullable(), unlimited: z.boolean() }),
  durationDays: decimal.nullable(),
  roaming: z.object({ country: z.string().nullable(), speeds: z.array(z.string()) }),
})

export const variantView = productFacts.extend({
  sku: z.string(),
  brandSlug: z.string(),
  brandName: z.string(),
  country: z.string(),
  supportedCountries: z.array(z.string()),
  productType: z.string(),
  subTypes: z.array(z.string()),
  categories: z.array(z.string()),
  price: z.object({
    fiatCurrency: z.string(),
    fiatValue: decimal,
    stableCoinCurrency: z.string(),
    stableCoinValue: decimal,
  }),
  /** Plain text: any markup the service sent was taken out. */
  notes: z.string(),
  shortNotes: z.string(),
  image: picture,
  reference: fieldView.nullable(),
  requiredFields: z.array(fieldView),
  /** The service's own numbers, for its support: shown under details. */
  ids: z.object({
    id: z.string(),
    fupId: z.string(),
    evmServiceId: z.int().nullable(),
    svmServiceId: z.int().nullable(),
  }),
})

export const countryView = z.object({
  iso2: z.string(),
  iso3: z.string(),
  name: z.string(),
  capital: z.string(),
  region: z.string(),
  subregion: z.string(),
  fiatCurrency: z.string(),
  callingCode: z.string(),
  languages: z.array(z.string()),
  timezone: z.string(),
  /** Whether the service says that it is not active there. */
  inactive: z.boolean(),
  flag: picture,
  /** Variants on sale for it in the cached catalog. */
  variants: z.int(),
})

export const tokenView = z.object({
  key: z.string(),
  symbol: z.string(),
  name: z.string(),
  address,
  decimals: z.int(),
  friendlyDecimals: z.int(),
  isActive: z.boolean(),
  image: picture,
  minAllowance: decimal.nullable(),
  maxAllowance: decimal.nullable(),
})

export const networkView = z.object({
  key: z.string(),
  name: z.string(),
  chainId: z.int(),
  networkType: z.string(),
  isTestnet: z.boolean(),
  logo: picture,
  native: z.object({ name: z.string(), symbol: z.string(), decimals: z.int(), logo: picture }),
  tokens: z.array(tokenView),
  /** Why it can't be paid with, or null where it can. */
  unpayable: z.enum(['inactive', 'not-evm', 'native-coin', 'no-rpc', 'testnet', 'no-tokens']).nullable(),
})

export const balanceView = z.object({
  networkKey: z.string(),
  native: decimal.nullable(),
  tokens: z.record(z.string(), decimal.nullable()),
  /** Coins set aside for what was signed and has not settled, per token key. */
  reserved: z.record(z.string(), decimal),
  readAt: time.nullable(),
  /** What was held when it could last be read; null where it was read now, or never. Nothing is decided on it. */
  last: z.object({ native: decimal, tokens: z.record(z.string(), decimal), readAt: time }).nullable(),
  error: z.enum(errorCodes).nullable(),
})

export const feeActions = ['speed-up', 'cancel'] as const

/** What a higher fee, or a cancel, costs at most. */
export const feeOfferView = z.object({
  offerKey: z.uuid(),
  action: z.enum(feeActions),
  networkFeeAtMost: decimal,
  nativeSymbol: z.string(),
  /** The cap that it is above, in the network's own coin, so that it takes the password; null where it is not. */
  passedCap: decimal.nullable(),
})

/** The wallet's password, for a network fee that is above the cap (`fee-high`, `passedCap`); null for any other. */
export const feePassword = z.string().min(1).max(1000).nullable().default(null)

export const stepKinds = ['zero-allowance', 'approve', 'pay', 'revoke', 'send', 'claim'] as const

export const quoteView = z.object({
  purchaseId: z.uuid(),
  /** Names exactly this offer; confirming another one is refused. */
  quoteKey: z.uuid(),
  sku: z.string(),
  fiatCurrency: z.string(),
  fiatAmount: decimal,
  asset: z.string(),
  assetAmount: decimal,
  feeAmount: decimal,
  totalAmount: decimal,
  networkKey: z.string(),
  tokenKey: z.string(),
  quotedAt: time,
  expiresAt: time,
  /** What the decoded transaction does; null for a price-only offer or one the guard refused. */
  payment: z
    .object({
      shape: z.enum(['transfer', 'native', 'router']),
      recipient: address,
      recipientIs: z.enum(recipientStandings),
      token: address.nullable(),
      amount: decimal,
      steps: z.array(z.enum(stepKinds)),
      /** The most the network can take as fee over all steps, in the native coin. */
      networkFeeAtMost: decimal,
      simulated: z.boolean(),
      balanceChanges: z.array(z.object({ symbol: z.string(), change: signedDecimal })),
      /** Names of what the service sent along that Till does not know, and does not sign. */
      ignoredFields: z.array(z.string()),
    })
    .nullable(),
  termsAccepted: z.boolean(),
  problems: z.array(
    z.object({
      problem: z.enum(quoteProblems),
      /** Whether it keeps the purchase from being confirmed. */
      blocking: z.boolean(),
      /** An amount that is missing or that a limit leaves, or the guard's reason. */
      detail: z.string().nullable(),
      /** What the reason is about. */
      about: z.string().optional(),
    }),
  ),
})

export const purchaseRowView = z.object({
  id: z.uuid(),
  createdAt: time,
  status: z.enum(personStatuses),
  attention: z.enum(attentionReasons).nullable(),
  sku: z.string(),
  brandName: z.string(),
  brandSlug: z.string(),
  productType: z.string(),
  country: z.string(),
  image: picture,
  /** Where it is delivered: the reference, else the required field that names the recipient; null where neither is there or can be read. */
  reference: z.string().nullable(),
  fiatCurrency: z.string(),
  fiatAmount: decimal,
  tokenKey: z.string(),
  tokenSymbol: z.string(),
  totalAmount: decimal,
  networkKey: z.string(),
  networkName: z.string(),
})

/** What a service writes down of a purchase beyond its status, each shown as it came. */
export const recordedFields = [
  'product',
  'productType',
  'productSubType',
  'sku',
  'country',
  'quantity',
  'price',
  'stableCoinPrice',
  'token',
  'amountPaid',
  'wallet',
  'chain',
  'integrator',
  'reference',
  'serviceId',
  'created',
  'updated',
] as const

export const timelineStages = ['paying', 'sent', 'confirmed', 'registered', 'delivered', 'failed', 'refunded'] as const

export const purchaseView = purchaseRowView.extend({
  /** The price in coins, before the service's fee. */
  assetAmount: decimal,
  feeAmount: decimal,
  /** What was bought, as the catalog said then; null where it was not written down. */
  facts: productFacts.nullable(),
  requiredFields: z.array(z.object({ name: z.string(), value: z.string() })),
  chainId: z.int(),
  /** The network's own coin, in which its fees are. */
  nativeSymbol: z.string(),
  /** Whether the price is paid in that coin too. */
  paysNative: z.boolean(),
  profileName: z.string(),
  fromAddress: address,
  recipient: address.nullable(),
  /** Stages in order; `at` is null for those still ahead. */
  timeline: z.array(z.object({ stage: z.enum(timelineStages), at: time.nullable() })),
  /** What it waits for now, and about until when if that is known. */
  waitingFor: z
    .object({
      /** `proof`: its nonce is used, and no node shows by what; `gap`: an earlier transaction of the account is missing. */
      what: z.enum([
        'network',
        'proof',
        'gap',
        'confirmation',
        'service',
        'budget',
        'connection',
        'delivery',
        'refund',
        'finality',
      ]),
      until: time.nullable(),
      /** Why no node takes the payment, where they say why. */
      refusal: z.enum(sendRefusals).optional(),
    })
    .nullable(),
  /** Whether no node ever showed how the payment ended, and the person let the service find out. */
  paidByWord: z.boolean(),
  /** What keeps its network from taking the payment; null where nothing does, or it was taken. */
  networkTrouble: networkTroubleView.nullable(),
  /** What may be done now about a payment that waits too long. */
  feeActions: z.array(z.enum(feeActions)),
  /** The last higher fee, or cancel, that was signed for it. */
  feeChange: z.object({ action: z.enum(feeActions), at: time }).nullable(),
  steps: z.array(
    z.object({
      kind: z.enum(stepKinds),
      state: z.enum(['none', 'signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded']),
      hash: hash.nullable(),
      nonce: z.int().nullable(),
      explorerUrl: z.string().nullable(),
      networkFee: decimal.nullable(),
    }),
  ),
  registration: registrationView,
  service: z.object({
    status: z.string().nullable(),
    updatedAt: time.nullable(),
    logo: picture,
    isDeleted: z.boolean(),
    recorded: z.array(z.object({ field: z.enum(recordedFields), value: z.string() })),
  }),
  refund: z.object({
    state: z.enum(['none', 'seen', 'waived']),
    /** All that came back; null for nothing. */
    amount: decimal.nullable(),
    /** What it lacks of what was paid. */
    missing: decimal,
    /** What came, in the order in which it was counted. Who sent it and why it counts is null where nobody wrote that down. */
    parts: z.array(
      z.object({ hash, amount: decimal, from: address.nullable(), evidence: z.enum(refundEvidences).nullable() }),
    ),
    /** A transfer of which the person is asked whether it is the refund. */
    possible: z
      .object({
        ...{ hash, place: z.int().nullable(), from: address, amount: decimal, isProven: z.boolean() },
        /** Whether refunds are known to come from its sender. */
        isKnown: z.boolean(),
        /** How many purchases it would pay back together, this one among them. */
        ...{ count: z.int(), at: time.nullable() },
      })
      .nullable(),
  }),
  ended: z.boolean(),
  /** The purchase that was never paid and that this one stands in for. */
  retryOf: z.uuid().nullable(),
  /** Purchases that stand in for this one, newest first. */
  retriedBy: z.array(z.uuid()),
})

export type SettingsView = z.output<typeof settingsView>
export type ProfileView = z.output<typeof profileView>
export type AppView = z.output<typeof appView>
export type FieldView = z.output<typeof fieldView>
export type ProductFacts = z.output<typeof productFacts>
export type VariantView = z.output<typeof variantView>
export type CountryView = z.output<typeof countryView>
export type NetworkView = z.output<typeof networkView>
export type LastBalance = NonNullable<BalanceView['last']>
export type BalanceView = z.output<typeof balanceView>
export type FeeAction = (typeof feeActions)[number]
export type FeeOfferView = z.output<typeof feeOfferView>
export type StepKind = (typeof stepKinds)[number]
export type QuoteView = z.output<typeof quoteView>
export type PurchaseRowView = z.output<typeof purchaseRowView>
export type PurchaseView = z.output<typeof purchaseView>
export type TimelineStage = (typeof timelineStages)[number]
