import { z } from 'zod'
import { time, picture, decimal, address, hash } from '../scalars.ts'
import { personStatuses, attentionReasons, sendRefusals, refundEvidences } from './state.ts'
import { productFacts } from '../catalog/variant-views.ts'
import { networkTroubleView } from '../networks/trouble-view.ts'
import { feeActions, stepKinds } from '../transactions/views.ts'
import { registrationView } from './registration-view.ts'

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

export type PurchaseRowView = z.output<typeof purchaseRowView>
export type PurchaseView = z.output<typeof purchaseView>
export type TimelineStage = (typeof timelineStages)[number]
