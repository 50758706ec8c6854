import { z } from 'zod'

/** Why a network takes nothing now: no node can be asked, or it makes no blocks. */
export const networkTroubleView = z.object({
  what: z.enum(['silent', 'still']),
  /** Since when; null where the network has no node at all. */
  since: z.iso.datetime().nullable(),
})

export type NetworkTroubleView = z.output<typeof networkTroubleView>
