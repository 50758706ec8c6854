import { z } from 'zod'
import { time, picture, decimal, address, hash, money } from '../scalars.ts'
import { personStatuses, attentionReasons, sendRefusals, refundEvidences } from './state.ts'
import { productFacts, variantView } from '../catalog/variant-views.ts'
import { networkTroubleView } from '../networks/views.ts'
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
  /** The number of countries in which it worked when it was bought, `country` among them; null if not recorded. */
  countryCount: z.int().nullable(),
  image: picture,
  /** The delivery reference, otherwise the required field that names the recipient; null if both are missing or unreadable. */
  reference: z.string().nullable(),
  fiatCurrency: z.string(),
  fiatAmount: decimal,
  tokenKey: z.string(),
  tokenSymbol: z.string(),
  totalAmount: decimal,
  /** About what it cost in the person's money, as shown when it was confirmed; null if nothing was shown, or kept. */
  inMoney: money.nullable(),
  networkKey: z.string(),
  networkName: z.string(),
})

/** A purchase in the list of all. */
export const listedPurchaseView = purchaseRowView.extend({
  /** What became of it at the counter; null if it was bought at home. */
  counter: z.enum(['sold', 'given-back']).nullable(),
  /** The name under which the recipient is saved in People; null if they are not, or cannot be read. */
  person: z.string().nullable(),
})
export type ListedPurchaseView = z.output<typeof listedPurchaseView>

/** A purchase to buy again. */
export const recentPurchaseView = purchaseRowView.extend({
  /** The reference as it is shown: a phone number in groups. */
  groupedReference: z.string().nullable(),
  /** The name of the person it went to; null if nobody saved them. */
  person: z.string().nullable(),
  /** What the product costs now; null if it is not in the catalog. */
  price: variantView.shape.price.nullable(),
  /** The countries in which it works now, if the catalog names them. */
  supportedCountries: variantView.shape.supportedCountries,
})
export type RecentPurchaseView = z.output<typeof recentPurchaseView>

/** The service's records of a purchase beyond its status, each shown as received. */
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

/** What earlier purchases of a brand with the service in use show. */
export const brandHistoryView = z.object({
  /** The product that was delivered last, to the named recipient if there is one; null before the first delivery. */
  lastSku: z.string().nullable(),
  /** The median time from signing to delivery of the last deliveries, and their number; null if there are too few to tell. */
  usualDelivery: z.object({ seconds: z.number().positive(), count: z.int() }).nullable(),
})
export type BrandHistoryView = z.output<typeof brandHistoryView>

export const timelineStages = ['signed', 'confirmed', 'registered', 'delivered', 'failed', 'refunded'] as const

/** The fields that a product asked for, as they were filled in. */
export const filledFields = z.array(z.object({ name: z.string(), value: z.string() }))

export const purchaseView = purchaseRowView.extend({
  /** The price in coins that was asked for, before the service's fee. Another wallet may have paid another `totalAmount`. */
  assetAmount: decimal,
  feeAmount: decimal,
  /** What was bought, as the catalog described it then; null if not recorded. */
  facts: productFacts.nullable(),
  requiredFields: filledFields,
  chainId: z.int(),
  /** The network's native coin, in which its fees are paid. */
  nativeSymbol: z.string(),
  /** Whether the price is paid in the native coin too. */
  paysNative: z.boolean(),
  profileName: z.string(),
  fromAddress: address,
  /** What another wallet was asked to pay, in coins; null if Till paid. */
  externalAsked: decimal.nullable(),
  recipient: address.nullable(),
  /** Stages in order; `at` is null for future ones. */
  timeline: z.array(z.object({ stage: z.enum(timelineStages), at: time.nullable() })),
  /** What it waits for now, and until about when, if known. */
  waitingFor: z
    .object({
      /**
       * `proof`: its nonce is used, and no node shows the transaction that used it; `gap`: an earlier transaction of the account is
       * missing.
       */
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
      /** Why all nodes refuse the payment, if they give a reason. */
      refusal: z.enum(sendRefusals).optional(),
    })
    .nullable(),
  /** Whether no node ever showed the payment's outcome, and the person let the service determine it. */
  isPaidAsReported: z.boolean(),
  /** Why its network does not accept the payment; null if it works, or has accepted it. */
  networkTrouble: networkTroubleView.nullable(),
  /** The fee actions now open for a payment that waits too long. */
  feeActions: z.array(z.enum(feeActions)),
  /** The last higher fee or cancel that was signed for it. */
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
  /** The highest network fee of all steps together while one of them is unknown; null once all are known. */
  networkFeeAtMost: decimal.nullable(),
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
    /** The total refunded; null for nothing. */
    amount: decimal.nullable(),
    /** The part of the payment that was not refunded. */
    missing: decimal,
    /** The refunds in the order in which they were counted. Sender and evidence are null if not recorded. */
    parts: z.array(
      z.object({
        hash,
        amount: decimal,
        from: address.nullable(),
        evidence: z.enum(refundEvidences).nullable(),
        /** The network fee of the claim that brought it; null if unknown, or if it brought the refunds of others too. */
        claimFee: decimal.nullable(),
      }),
    ),
    /** A transfer that may be the refund; the person is asked. */
    possible: z
      .object({
        hash,
        ordinal: z.int().nullable(),
        from: address,
        amount: decimal,
        isProven: z.boolean(),
        /** Whether its sender is known to send refunds. */
        isKnown: z.boolean(),
        /** The number of purchases that it would refund together, including this one. */
        count: z.int(),
        at: time.nullable(),
      })
      .nullable(),
  }),
  ended: z.boolean(),
  /** The unpaid purchase that this one repeats. */
  repeatOf: z.uuid().nullable(),
  /** The purchases that repeat this one, newest first. */
  repeatedBy: z.array(z.uuid()),
})

export type PurchaseRowView = z.output<typeof purchaseRowView>
export type PurchaseView = z.output<typeof purchaseView>
export type TimelineStage = (typeof timelineStages)[number]
