import { z } from 'zod'
import { savedProduct } from '../favourites/views.ts'
import { time } from '../scalars.ts'

/** A purchase saved for later, neither priced nor paid. */
export const draftRowView = z.object({
  ...savedProduct,
  id: z.uuid(),
  savedAt: time,
  /** The recipient as it would be sent, or as typed so far, with a phone number in groups; null if there is none, or it cannot be read. */
  recipient: z.string().nullable(),
  /** The name of the person it would go to; null if nobody saved them. */
  person: z.string().nullable(),
  /** Whether nothing that was typed is known to be missing or wrong. */
  isComplete: z.boolean(),
  /** The coin and network that it would be paid with. */
  paymentMethod: z.object({ networkKey: z.string(), tokenKey: z.string() }).nullable(),
})

/** A draft with everything that was typed, for its checkout. */
export const draftView = draftRowView.extend({
  /** As typed and not checked; both are empty once it was bought. */
  reference: z.string(),
  fields: z.record(z.string(), z.string()),
  /** The purchase that it became, if it was bought. */
  purchaseId: z.uuid().nullable(),
})

export type DraftRowView = z.output<typeof draftRowView>
export type DraftView = z.output<typeof draftView>
