import { readAnswer } from './answer-shapes.ts'
import { askService } from './ask-service.ts'
import type { Exchange } from './exchange.ts'
import { refuseHtml } from './refuse-html.ts'
import { spendTransactionShape, type SpendTransaction } from './spend-transaction.ts'

const unknown = [400, 404]

/** One spend transaction, or null where the service knows none of that id (404), or does not take it for one (400). */
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
    unknown,
  )
  if (!unknown.includes(answer.status)) return readAnswer(answer, spendTransactionShape)
  refuseHtml(answer)
  return null
}
