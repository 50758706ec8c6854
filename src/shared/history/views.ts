import { z } from 'zod'
import { addressView } from '../wallet/views.ts'

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)

/** A spend with this wallet that another Till made, as the service's list tells it. */
export const spendElsewhereView = z.object({
  hash,
  token: z.string(),
  amount: z.string(),
  transactionId: z.string(),
  product: z.string(),
  status: z.string(),
  happenedAt: z.string().nullable(),
})

/** A payment out of the wallet that neither this Till nor the service explains; what nobody told is null. */
export const foreignPaymentView = z.object({
  hash,
  token: z.string(),
  amount: z.string(),
  networkName: z.string().nullable(),
  recipient: z.string().nullable(),
  happenedAt: z.iso.datetime().nullable(),
  explorerUrl: z.string().nullable(),
})

/** Transactions of an account that used its nonces, and that no node shows. */
export const unseenTransactionsView = z.object({
  chainInstance: z.string(),
  address: addressView,
  /** One more than the highest nonce that is asked about. */
  below: z.int(),
  count: z.int().positive(),
  networkName: z.string(),
  explorerUrl: z.string().nullable(),
})

/** Copies of the ledger on this machine. */
export const backupView = z.object({
  folder: z.string(),
  newestAt: z.iso.datetime().nullable(),
  /** Whether the last copy could not be made. */
  failed: z.boolean(),
})

export type SpendElsewhereView = z.output<typeof spendElsewhereView>
export type ForeignPaymentView = z.output<typeof foreignPaymentView>
export type UnseenTransactionsView = z.output<typeof unseenTransactionsView>
export type BackupView = z.output<typeof backupView>
