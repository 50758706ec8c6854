import { z } from 'zod'
import { underWayView, lastPaymentMethodView } from './clerk-views.ts'
import { quoteView } from './views.ts'
import { feePassword } from '../transactions/views.ts'
import { purchaseView } from '../purchases/views.ts'
import { nothing, type Requests } from '../contract-entry.ts'
import { delivery } from './delivery.ts'

/** Requests about a checkout. */
export const checkoutRequests = {
  /** Checks what was typed with the service's regexes; an empty list of problems means it can be quoted. */
  'checkout.check': {
    input: z.object(delivery),
    output: z.object({
      /** The reference as it will be sent (phone numbers in international form), null while it is not valid. */
      reference: z.string().nullable(),
      problems: z.array(
        z.object({
          /** A required field's name, or null for the reference. */
          field: z.string().nullable(),
          problem: z.enum([
            'missing',
            'pattern',
            'too-short',
            'too-long',
            'wrong-country',
            'not-a-phone',
            'not-an-email',
          ]),
          /** The country the problem speaks of (ISO alpha-2), where it speaks of one. */
          country: z.string().nullable(),
        }),
      ),
    }),
    permission: 'clerk',
  },

  /** Lists purchases of the same product for the same recipient that are paid or being paid and not delivered yet, the newest first. */
  'checkout.underWay': { input: z.object(delivery), output: z.array(underWayView), permission: 'clerk' },

  /** Returns the payment method that was used last; null before the first payment. */
  'checkout.lastPaymentMethod': { input: nothing, output: lastPaymentMethodView.nullable(), permission: 'clerk' },

  /**
   * Prices a purchase: one quote of the service, judged by the guard, with everything that keeps it from being paid. A clerk does not learn
   * how much the wallet is short of.
   */
  'checkout.quote': {
    input: z.object({
      ...delivery,
      networkKey: z.string().max(200),
      tokenKey: z.string().max(200),
      /** The purchase that an earlier quote of this checkout named; null for the first. */
      purchaseId: z.uuid().nullable().default(null),
      /** The purchase that was never paid and that this one stands in for; refused while that one may still be paid. */
      retryOf: z.uuid().nullable().default(null),
    }),
    output: quoteView,
    permission: 'clerk',
  },

  /** Authorizes exactly the quote that was shown; returns as soon as the signed payment is stored. */
  'checkout.confirm': {
    input: z.object({
      purchaseId: z.uuid(),
      quoteKey: z.uuid(),
      totalAmount: z.string(),
      recipient: z.string(),
      acceptTerms: z.boolean(),
      /** A coin of which Till itself knows nothing, or that has the name of another. */
      acceptCoin: z.boolean(),
      acceptNewRecipient: z.boolean(),
      acceptNotSimulated: z.boolean(),
      /** The total as the person typed it, where it is far above the catalog's price (`price-above`). */
      typedTotal: z.string().max(100).nullable().default(null),
      feePassword,
      /** What was prepared and becomes this purchase, gone in the same moment; refused where it was bought already. */
      draftId: z.uuid().nullable().default(null),
    }),
    output: purchaseView,
    permission: 'manager',
  },
} as const satisfies Requests
