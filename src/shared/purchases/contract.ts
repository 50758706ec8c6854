import { z } from 'zod'
import { personStatuses, refundChoices, attentionReasons } from './state.ts'
import { brandHistoryView, listedPurchaseView, purchaseRowView, purchaseView, recentPurchaseView } from './views.ts'
import { feeActions, feeOfferView, feePassword } from '../transactions/views.ts'
import { profileSchema } from '../services/profile.ts'
import { attentionListView } from './attention-views.ts'
import { purchaseProgressView } from '../checkout/views.ts'
import { nothing, page, type Events, type Requests } from '../contract-entry.ts'
import { hash, language } from '../scalars.ts'
import { delivery } from '../checkout/delivery.ts'

/** Requests about purchases. */
export const purchaseRequests = {
  /** Lists purchases, newest first. `searched` is the text with typing errors corrected, if nothing matches what was typed. */
  'purchases.list': {
    input: z.object({
      text: z.string().max(200).default(''),
      status: z.enum(personStatuses).nullable().default(null),
      ...page,
    }),
    output: z.object({ purchases: z.array(listedPurchaseView), total: z.int(), searched: z.string().nullable() }),
    permission: 'manager',
  },

  /** Lists up to four products to buy again for the same recipient, the usual ones first, with their prices in the catalog. */
  'purchases.recents': { input: nothing, output: z.array(recentPurchaseView), permission: 'manager' },

  /** Removes one of them from that list until it is bought again, or puts it back. Returns the list. */
  'purchases.hideRecent': {
    input: z.object({ id: z.uuid(), hidden: z.boolean() }),
    output: z.array(recentPurchaseView),
    permission: 'manager',
  },

  /** Returns a purchase with its steps and its recipient. */
  'purchases.get': { input: z.object({ id: z.uuid() }), output: purchaseView, permission: 'manager' },

  /** Returns how the last purchases of a brand (by its slug) went: what was bought last, of `to` if named, and how long deliveries take. */
  'purchases.ofBrand': {
    input: z.object({ slug: z.string().max(300), to: z.string().max(320).nullable() }),
    output: brandHistoryView,
    permission: 'manager',
  },

  /** Tries the next open step now, within the request budget. */
  'purchases.checkNow': { input: z.object({ id: z.uuid() }), output: purchaseView, permission: 'manager' },

  /** Returns what it costs to speed up or cancel the waiting transaction of a purchase. */
  'purchases.offerFee': {
    input: z.object({ id: z.uuid(), action: z.enum(feeActions) }),
    output: feeOfferView,
    permission: 'manager',
  },

  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'purchases.confirmFee': {
    input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }),
    output: purchaseView,
    permission: 'manager',
  },

  /**
   * Stores the person's answer whether a transfer is the refund, or a part of it. Throws AppError `locked`, or `not-allowed` if it is not
   * asked.
   */
  'purchases.answerRefund': {
    input: z.object({ id: z.uuid(), hash, ordinal: z.int().nullable(), choice: z.enum(refundChoices) }),
    output: purchaseView,
    permission: 'manager',
  },

  /** Reports to the service a payment in a final block whose result no node shows; the service determines it. */
  'purchases.reportPayment': { input: z.object({ id: z.uuid() }), output: purchaseView, permission: 'manager' },

  /** Stops waiting for the refund of what the service failed to deliver, or for the service that rejected the payment. */
  'purchases.waiveRefund': { input: z.object({ id: z.uuid() }), output: purchaseView, permission: 'manager' },

  /**
   * Registers a payment again that the service refused, with other details or another name of its network, under a new key. Returns once
   * they are stored, or once the service's list shows the payment after all. Reads the whole list twice, so it takes seconds.
   */
  'purchases.correctRegistration': {
    input: z.object({
      id: z.uuid(),
      /** Null keeps what was registered before: its product may be gone from the catalog. */
      delivery: z.object({ reference: delivery.reference, fields: delivery.fields }).nullable(),
      /** The form in which the network is named; by default that of the service's profile. */
      intentChain: profileSchema.shape.intentChain.removeDefault().optional(),
    }),
    output: purchaseView,
    permission: 'manager',
  },

  /**
   * Marks that the person has seen what `reason` says and takes care of it. Refused if another question is open, or Till still needs an
   * answer.
   */
  'purchases.acknowledgeAttention': {
    input: z.object({ id: z.uuid(), reason: z.enum(attentionReasons) }),
    output: purchaseView,
    permission: 'manager',
  },

  /** Returns all evidence of a purchase as JSON text for the service's support; contains no key and no token. */
  'purchases.proof': {
    input: z.object({ id: z.uuid() }),
    output: z.object({ text: z.string() }),
    permission: 'manager',
  },

  /** Saves the proof where the person chooses, or in the shell's downloads; null if they cancel. */
  'purchases.saveProof': {
    input: z.object({ id: z.uuid(), language }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },

  /** Lists everything that a person must decide, newest question first. */
  'attention.list': { input: nothing, output: attentionListView, permission: 'manager' },

  /** Prints the receipt that the page shows, if the shell can. */
  'receipt.print': { input: nothing, output: z.void(), permission: 'clerk' },
} as const satisfies Requests

/** Events about purchases. */
export const purchaseEvents = {
  /** A purchase changed. */
  'purchase.changed': { payload: purchaseRowView, permission: 'manager' },
  /** A purchase changed; its cost is left out. */
  'purchase.progressed': { payload: purchaseProgressView, permission: 'clerk' },
  /** The list of questions changed without a change of a purchase. */
  'attention.changed': { payload: attentionListView, permission: 'manager' },
} as const satisfies Events
