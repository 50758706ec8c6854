import { z } from 'zod'
import { allowancesView, revocationOfferView } from './views.ts'
import { feeActions, feeOfferView, feePassword } from '../views.ts'

/** What a renderer may ask about what contracts may take out of the wallet. */
export const allowanceRequests = {
  /** Lists what contracts can still spend from the wallet, read from the networks. */
  'allowances.list': { input: z.object({ fresh: z.boolean().default(false) }), output: allowancesView },
  /** Returns what a revocation costs. */
  'allowances.offerRevoke': { input: z.object({ id: z.string().max(300) }), output: revocationOfferView },
  /** Signs and sends exactly what was offered; returns the list as soon as it is stored. */
  'allowances.confirmRevoke': { input: z.object({ offerKey: z.uuid(), feePassword }), output: allowancesView },
  /** Returns what it costs to speed up or cancel a waiting revocation; `id` is the revocation's. */
  'allowances.offerFee': { input: z.object({ id: z.uuid(), action: z.enum(feeActions) }), output: feeOfferView },
  /** Signs and sends exactly what was offered; returns the list as soon as it is stored. */
  'allowances.confirmFee': {
    input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }),
    output: allowancesView,
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
