import { z } from 'zod'

/** A payment out of the wallet that this Till did not make. */
export const foreignPaymentView = z.object({
  hash: z.string().regex(/^0x[0-9a-f]{64}$/),
  token: z.string(),
  amount: z.string(),
  /** What the service says of it; null for a payment that it does not have. */
  spend: z.object({ transactionId: z.string(), product: z.string(), status: z.string() }).nullable(),
  happenedAt: z.string().nullable(),
  acknowledged: z.boolean(),
})

/** Copies of the ledger on this machine. */
export const backupView = z.object({
  folder: z.string(),
  newestAt: z.iso.datetime().nullable(),
  /** Whether the last copy could not be made. */
  failed: z.boolean(),
})

export type ForeignPaymentView = z.output<typeof foreignPaymentView>
export type BackupView = z.output<typeof backupView>
