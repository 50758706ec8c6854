import { z } from 'zod'

/** Why a network accepts no transactions now: no node can be asked, or it makes no blocks. */
export const networkTroubleView = z.object({
  what: z.enum(['silent', 'stalled']),
  /** The start of the trouble; null if the network has no node at all. */
  since: z.iso.datetime().nullable(),
})

export type NetworkTroubleView = z.output<typeof networkTroubleView>
