import { z } from 'zod'
import { claimableView, claimOfferView, claimView } from './views.ts'
import { feeActions, feeOfferView, feePassword } from '../views.ts'

/** What a renderer may ask about refunds that wait in an escrow. */
export const claimRequests = {
  /** Returns the state of a purchase's refund in its escrow, read from the network unless it is being claimed. */
  'claims.find': { input: z.object({ purchaseId: z.uuid() }), output: claimableView },
  /** Returns what a claim brings and costs. */
  'claims.offer': { input: z.object({ purchaseId: z.uuid() }), output: claimOfferView },
  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'claims.confirm': { input: z.object({ offerKey: z.uuid(), feePassword }), output: claimView },
  /** Returns what it costs to speed up or cancel a waiting claim; `id` is the claim's. */
  'claims.offerFee': { input: z.object({ id: z.uuid(), action: z.enum(feeActions) }), output: feeOfferView },
  /** Signs and sends exactly what was offered; returns as soon as it is stored. */
  'claims.confirmFee': { input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }), output: claimView },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
