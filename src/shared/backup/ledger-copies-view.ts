import { z } from 'zod'

/** Copies of the ledger on this machine. */
export const ledgerCopiesView = z.object({
  folder: z.string(),
  newestAt: z.iso.datetime().nullable(),
  /** Whether the last copy failed. */
  failed: z.boolean(),
})

export type LedgerCopiesView = z.output<typeof ledgerCopiesView>
