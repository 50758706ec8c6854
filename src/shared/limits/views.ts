import { z } from 'zod'
import { decimal } from '../scalars.ts'

/** Most coins that may be spent; null where nothing is limited. */
export const limitsView = z.object({
  perPurchase: decimal.max(30).nullable(),
  /** Within any 24 hours. */
  perDay: decimal.max(30).nullable(),
  /** The same, for one recipient. */
  perRecipient: decimal.max(30).nullable(),
})
export type Limits = z.output<typeof limitsView>

/** Nothing is limited. */
export const noLimits: Limits = { perPurchase: null, perDay: null, perRecipient: null }
