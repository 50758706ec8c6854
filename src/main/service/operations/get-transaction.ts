import { readAnswer } from '../answer/answer-shapes.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { refuseHtml } from '../answer/answer.ts'
import { spendTransactionShape, type SpendTransaction } from './spend-transaction.ts'

/** Returns one spend transaction, or null if the service does not know the id (404). */
export async function getTransaction(
  exchange: Exchange,
  integrator: string,
  address: string,
  transactionId: string,
  options: { readonly owner?: string; readonly signal?: AbortSignal } = {},
): Promise<SpendTransaction | null> {
  const answer = await askService(
    exchange,
    {
      method: 'GET',
      path: `/api/v1/wallets/${encodeURIComponent(address)}/transactions/${encodeURIComponent(transactionId)}/`,
      query: { integrator },
      requestClass: 'tracking',
      ...options,
    },
    [404],
  )
  if (answer.status !== 404) return readAnswer(answer, spendTransactionShape)
  refuseHtml(answer)
  return null
}
