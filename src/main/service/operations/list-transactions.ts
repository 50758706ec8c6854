import { z } from 'zod'
import type { Profile } from '../../../shared/services/profile.ts'
import { decimal, integer, readAnswer, readList, record, requiredText, text } from '../answer/answer-shapes.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { refuseHtml } from '../answer/answer.ts'
import type { RequestClass } from '../budget/request-budget-repository.ts'

const price = z.object({ fiatCurrency: text, fiatValue: decimal, stableCoinCurrency: text, stableCoinValue: decimal })

/** A row of the service's list, with '' and null for missing values. `tokenAmountPaid` may have lost digits: for display only. */
export const listedTransactionShape = z.object({
  id: requiredText,
  status: requiredText,
  price: record.pipe(price),
  productType: text,
  productSku: text,
  quantity: text,
  chainId: integer,
  tokenUsed: text,
  tokenAmountPaid: text,
  imageUrl: text,
  created: text,
  brandName: text,
  walletAddress: text,
  blockchainTransactionHash: text.transform((hash) => hash.trim().toLowerCase()),
  serviceId: integer,
  recordId: integer,
})
export type ListedTransaction = z.output<typeof listedTransactionShape>

export interface TransactionPage {
  readonly transactions: readonly ListedTransaction[]
  /** The number of unreadable rows. */
  readonly skipped: number
  /** Null if the service does not say. */
  readonly totalItems: number | null
  readonly totalPages: number | null
  readonly currentPage: number | null
  /** The service answered that there are no transactions (404). */
  readonly none: boolean
}

export interface ListTransactionsInput {
  readonly address: string
  /** Starts at 1. */
  readonly page: number
  readonly pageSize: number
  /** The value of the network filter; all networks if left out. */
  readonly chain?: number
  /** The owner whose reserved requests of the budget it may use. */
  readonly owner?: string
  /** Whether what is missing must be missing now, not a moment ago. */
  readonly fresh?: boolean
  /** Its request class; tracking if left out. */
  readonly requestClass?: RequestClass
  readonly signal?: AbortSignal
}

const envelope = z
  .object({
    totalItems: integer,
    totalPages: integer,
    currentPage: integer,
    transactions: z.array(z.unknown()).nullable(),
  })
  // Some services send an empty list as null. The count must confirm that, since a row missing from a list counts as absent.
  .refine(({ totalItems, transactions }) => transactions !== null || totalItems === 0)

/** Returns the path of a wallet's list. */
export function transactionsPath(address: string): string {
  return `/api/v1/wallets/${encodeURIComponent(address)}/transactions/`
}

/** Returns one page of a wallet's spend transactions, under the profile's parameter names; 404 is an empty answer. */
export async function listTransactions(
  exchange: Exchange,
  profile: Pick<Profile, 'integrator' | 'listParameters'>,
  input: ListTransactionsInput,
): Promise<TransactionPage> {
  const { listParameters: names, integrator } = profile
  const answer = await askService(
    exchange,
    {
      method: 'GET',
      path: transactionsPath(input.address),
      query: { integrator, [names.chain]: input.chain, [names.page]: input.page, [names.size]: input.pageSize },
      requestClass: input.requestClass ?? 'tracking',
      fresh: input.fresh ?? false,
      ...(input.owner === undefined ? {} : { owner: input.owner }),
      ...(input.signal ? { signal: input.signal } : {}),
    },
    [404],
  )
  if (answer.status === 404) {
    refuseHtml(answer)
    return { transactions: [], skipped: 0, totalItems: 0, totalPages: 0, currentPage: null, none: true }
  }
  const { transactions, ...page } = readAnswer(answer, envelope)
  const { items, skipped } = readList(transactions, listedTransactionShape)
  return { transactions: items, skipped, ...page, none: false }
}
