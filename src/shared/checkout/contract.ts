import { z } from 'zod'
import { underWayView, lastPaymentMethodView, quoteView } from './views.ts'
import { feePassword } from '../transactions/views.ts'
import { purchaseView } from '../purchases/views.ts'
import { nothing, type Requests } from '../contract-entry.ts'
import { delivery } from './delivery.ts'

/** The name of a required field; null for the reference. */
const field = z.string().nullable()

/** Why a valid value of a delivery is probably wrong. */
const deliveryDoubt = z.discriminatedUnion('reason', [
  /** A phone number of one repeated digit, or not assigned in `country` (ISO alpha-2) according to libphonenumber's metadata. */
  z.object({ field, reason: z.literal('unassigned'), country: z.string().nullable() }),
  /** An e-mail address that is one typing error from a common provider, and the address that is probably meant. */
  z.object({ field, reason: z.literal('mistyped-email'), suggestion: z.string() }),
  /** A phone number that is one slip from a person's, whose name it has, or from another with that many deliveries. A clerk learns none. */
  z.object({
    field,
    reason: z.literal('similar-number'),
    known: z.string().nullable(),
    name: z.string().nullable(),
    times: z.int().nonnegative().nullable(),
  }),
  /** A phone number whose last two top-ups were of another brand. */
  z.object({ field, reason: z.literal('other-brand'), brand: z.string(), slug: z.string() }),
])

/** Requests about a checkout. */
export const checkoutRequests = {
  /** Checks the typed values with the service's regexes; an empty list of problems means that they can be quoted. */
  'checkout.check': {
    input: z.object(delivery),
    output: z.object({
      /** The reference as it will be sent (phone numbers in international form); null while it is not valid. */
      reference: z.string().nullable(),
      problems: z.array(
        z.object({
          field,
          problem: z.enum([
            'missing',
            'pattern',
            'too-short',
            'too-long',
            'wrong-country',
            'not-a-phone',
            'repeated',
            'not-an-email',
          ]),
          /** The country that the problem mentions (ISO alpha-2), if any. */
          country: z.string().nullable(),
        }),
      ),
      /** Valid values that the user must confirm, at most one for each field. */
      doubts: z.array(deliveryDoubt),
    }),
    permission: 'clerk',
  },

  /** Returns why a whole phone number is probably not the one that is meant, before its product is chosen: by earlier deliveries and saved people alone. */
  'checkout.doubtNumber': {
    input: z.object({ number: z.string().max(30) }),
    output: z.object({ doubts: z.array(deliveryDoubt) }),
    permission: 'clerk',
  },

  /**
   * Lists purchases of the same product for the same recipient that are under way, or were made and delivered a moment ago, or since the
   * payment of another wallet that this one replaces was asked for; those with a question first.
   */
  'checkout.underWay': {
    input: z.object({ ...delivery, replaces: z.uuid().nullable().default(null) }),
    output: z.array(underWayView),
    permission: 'clerk',
  },

  /** Returns whether this wallet accepted the terms of the service in use. */
  'checkout.terms': { input: nothing, output: z.object({ accepted: z.boolean() }), permission: 'manager' },
  /** Accepts the terms of the service in use for this wallet, so that no sale asks for them. Throws AppError `no-profile`. */
  'checkout.acceptTerms': { input: nothing, output: z.void(), permission: 'manager' },

  /** Returns the last payment method used; null before the first payment. */
  'checkout.lastPaymentMethod': { input: nothing, output: lastPaymentMethodView.nullable(), permission: 'clerk' },

  /**
   * Prices a purchase: gets one quote from the service, judged by the guard, with everything that prevents its payment. A clerk does not
   * learn how much the wallet is short.
   */
  'checkout.quote': {
    input: z.object({
      ...delivery,
      networkKey: z.string().max(200),
      tokenKey: z.string().max(200),
      /** The purchase id from an earlier quote of this checkout; null for the first. */
      purchaseId: z.uuid().nullable().default(null),
      /** The unpaid purchase that this one repeats; refused while that one may still be paid. */
      repeatOf: z.uuid().nullable().default(null),
      /**
       * The payment asked of another wallet that this one replaces, with its draft and the purchase that it repeats; refused once
       * something arrived for it.
       */
      replaces: z.uuid().nullable().default(null),
      /** The country shopped for (ISO alpha-2), whose currency the person reads if the home country's is unknown. */
      country: z.string().length(2).nullable().default(null),
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
      /** Accepts a coin that Till does not know, or that has another coin's name. */
      acceptCoin: z.boolean(),
      acceptNewRecipient: z.boolean(),
      acceptNotSimulated: z.boolean(),
      /** The total as typed by the person, if it is far above the catalog's price (`price-above`). */
      typedTotal: z.string().max(100).nullable().default(null),
      feePassword,
      /** The draft that becomes this purchase; it is removed in the same commit. Refused if it was bought already. */
      draftId: z.uuid().nullable().default(null),
    }),
    output: purchaseView,
    permission: 'manager',
  },
} as const satisfies Requests
