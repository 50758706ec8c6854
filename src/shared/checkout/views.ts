import { z } from 'zod'
import { decimal, time, address, money, signedDecimal } from '../scalars.ts'
import { personStatuses, recipientStatuses } from '../purchases/state.ts'
import { networkFee, stepKinds } from '../transactions/views.ts'
import { quoteProblems } from './quote-problems.ts'
import { purchaseRowView } from '../purchases/views.ts'

/** The coin and network of a purchase: the next purchase starts with those of the last one. */
export const lastPaymentMethodView = purchaseRowView.pick({ createdAt: true, networkKey: true, tokenKey: true })
export type LastPaymentMethodView = z.output<typeof lastPaymentMethodView>

/** A purchase's change of state, without its cost and its recipient. */
export const purchaseProgressView = lastPaymentMethodView.extend({ sku: z.string() })

/** A purchase that is undelivered or just delivered, shown to a person about to pay for the same again. `awaited`: another wallet is to pay;
 * `stopped`: it is awaited no more, but may still pay; `arrived`: it sent something that is asked about. */
export const underWayView = purchaseRowView
  .pick({ id: true, createdAt: true, reference: true })
  .extend({ status: z.enum([...personStatuses, 'awaited', 'stopped', 'arrived']) })
export type UnderWayView = z.output<typeof underWayView>

export const quoteView = z.object({
  purchaseId: z.uuid(),
  /** Identifies exactly this offer; confirming another one is refused. */
  quoteKey: z.uuid(),
  sku: z.string(),
  fiatCurrency: z.string(),
  fiatAmount: decimal,
  asset: z.string(),
  assetAmount: decimal,
  feeAmount: decimal,
  totalAmount: decimal,
  /** About what leaves the wallet at most in the person's money, by the catalog's prices; null if unknown. It is kept with the purchase. */
  inMoney: money.nullable(),
  networkKey: z.string(),
  tokenKey: z.string(),
  expiresAt: time,
  /** The effect of the decoded transaction; null for a price-only offer, or one that the guard refused. */
  payment: z
    .object({
      shape: z.enum(['transfer', 'native', 'router']),
      /** The paid address; null for a clerk. */
      recipient: address.nullable(),
      recipientIs: z.enum(recipientStatuses),
      token: address.nullable(),
      amount: decimal,
      steps: z.array(z.enum(stepKinds)),
      /** Over all steps. */
      ...networkFee,
      simulated: z.boolean(),
      balanceChanges: z.array(z.object({ symbol: z.string(), change: signedDecimal })),
      /** Names of the quote's extra fields, which Till does not know and does not sign. */
      ignoredFields: z.array(z.string()),
    })
    .nullable(),
  termsAccepted: z.boolean(),
  problems: z.array(
    z.object({
      problem: z.enum(quoteProblems),
      /** Whether it prevents the purchase from being confirmed. */
      blocking: z.boolean(),
      /** The missing amount, the amount that a limit leaves, or the guard's reason. */
      detail: z.string().nullable(),
      /** The subject of the reason. */
      about: z.string().optional(),
    }),
  ),
})

export type QuoteView = z.output<typeof quoteView>
