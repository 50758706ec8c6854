import { z } from 'zod'
import { claimableView, claimOfferView, claimView } from './views.ts'
import { feeActions, feeOfferView, feePassword } from '../transactions/views.ts'
import type { Events, Requests } from '../contract-entry.ts'

/** The requests about refunds that wait in an escrow. */
export const claimRequests = {
  /** Returns the state of a purchase's refund in its escrow, read from the network unless it is being claimed. */
  'claims.find': { input: z.object({ purchaseId: z.uuid() }), output: claimableView, permission: 'manager' },
  /** Returns the amount and cost of a claim. */
  'claims.offer': { input: z.object({ purchaseId: z.uuid() }), output: claimOfferView, permission: 'manager' },
  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'claims.confirm': { input: z.object({ offerKey: z.uuid(), feePassword }), output: claimView, permission: 'manager' },
  /** Returns what it costs to speed up or cancel a waiting claim; `id` is the claim's. */
  'claims.offerFee': {
    input: z.object({ id: z.uuid(), action: z.enum(feeActions) }),
    output: feeOfferView,
    permission: 'manager',
  },
  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'claims.confirmFee': {
    input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }),
    output: claimView,
    permission: 'manager',
  },
} as const satisfies Requests

/** Events about claims. */
export const claimEvents = {
  /** The claim of a refund was sent, or its state changed. */
  'claim.changed': { payload: claimView, permission: 'manager' },
} as const satisfies Events
