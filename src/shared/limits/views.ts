import { z } from 'zod'
import { decimal } from '../scalars.ts'

/** The most coins that may be spent; null means no limit. */
export const limitsView = z.object({
  perPurchase: decimal.max(30).nullable(),
  /** Within any 24 hours. */
  perDay: decimal.max(30).nullable(),
  /** Within any 24 hours, to one recipient. */
  perRecipient: decimal.max(30).nullable(),
})
export type Limits = z.output<typeof limitsView>

/** No limits. */
export const noLimits: Limits = { perPurchase: null, perDay: null, perRecipient: null }
