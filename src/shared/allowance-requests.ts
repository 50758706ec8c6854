import { z } from 'zod'
import { allowancesView, revocationOfferView } from './allowance-views.ts'
import { feeActions, feeOfferView, feePassword } from './views.ts'

/** What a renderer may ask about what contracts may take out of the wallet. */
export const allowanceRequests = {
  /** What contracts may still take out of the wallet, read from the networks. */
  'allowances.list': { input: z.object({ fresh: z.boolean().default(false) }), output: allowancesView },
  /** What taking one back costs. */
  'allowances.offerRevoke': { input: z.object({ id: z.string().max(300) }), output: revocationOfferView },
  /** Signs and sends exactly what was offered; answers as soon as it is stored, with what stands. */
  'allowances.confirmRevoke': { input: z.object({ offerKey: z.uuid(), feePassword }), output: allowancesView },
  /** What a higher fee costs for a revocation that waits, or to use its nonce for nothing; `id` is the revocation's. */
  'allowances.offerFee': { input: z.object({ id: z.uuid(), action: z.enum(feeActions) }), output: feeOfferView },
  /** Signs and sends exactly what was offered; answers as soon as it is stored, with what stands. */
  'allowances.confirmFee': {
    input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }),
    output: allowancesView,
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
