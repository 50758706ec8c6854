import { z } from 'zod'
import { address, hash } from '../scalars.ts'

/** A purchase that another Till made with this wallet, as the service lists it. */
export const spendElsewhereView = z.object({
  hash,
  token: z.string(),
  amount: z.string(),
  transactionId: z.string(),
  product: z.string(),
  status: z.string(),
  happenedAt: z.string().nullable(),
})

/** A payment out of the wallet that neither this Till nor the service explains; unknown fields are null. */
export const foreignPaymentView = z.object({
  hash,
  token: z.string(),
  amount: z.string(),
  networkName: z.string().nullable(),
  recipient: z.string().nullable(),
  happenedAt: z.iso.datetime().nullable(),
  explorerUrl: z.string().nullable(),
})

/** Transactions that used an account's nonces and that no node shows. */
export const unseenTransactionsView = z.object({
  chainInstance: z.string(),
  address,
  /** One above the highest nonce in question. */
  below: z.int(),
  count: z.int().positive(),
  networkName: z.string(),
  explorerUrl: z.string().nullable(),
})

export type SpendElsewhereView = z.output<typeof spendElsewhereView>
export type ForeignPaymentView = z.output<typeof foreignPaymentView>
export type UnseenTransactionsView = z.output<typeof unseenTransactionsView>
