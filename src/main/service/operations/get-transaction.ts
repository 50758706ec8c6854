import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { refuseHtml } from '../answer/answer.ts'
import { readSpend, type SpendProfile, type SpendTransaction } from './spend-transaction.ts'

/** Returns one spend transaction, or null if the service does not know the id (404). */
export async function getTransaction(
  exchange: Exchange,
  profile: SpendProfile,
  address: string,
  transactionId: string,
  options: { readonly owner?: string; readonly signal?: AbortSignal } = {},
): Promise<SpendTransaction | null> {
  const answer = await askService(
    exchange,
    {
      method: 'GET',
      path: `/api/v1/wallets/${encodeURIComponent(address)}/transactions/${encodeURIComponent(transactionId)}/`,
      query: { integrator: profile.integrator },
      requestClass: 'tracking',
      ...options,
    },
    [404],
  )
  if (answer.status !== 404) return readSpend(answer, profile)
  refuseHtml(answer)
  return null
}
