import { isSuccess, type Answer } from './answer/answer.ts'
import type { Exchange, ServiceRequest } from './exchange/exchange.ts'
import { statusError } from './answer/status-error.ts'

/** Sends a request that may be repeated and answers its success, or a status the caller wants to see; throws AppError otherwise. */
export async function askService(
  exchange: Exchange,
  request: Omit<ServiceRequest, 'retryWithoutToken'>,
  alsoAccepted: readonly number[] = [],
): Promise<Answer> {
  const result = await exchange({ ...request, retryWithoutToken: true })
  if (result.kind !== 'answer') throw result.error
  if (isSuccess(result.answer) || alsoAccepted.includes(result.answer.status)) return result.answer
  throw statusError(result.answer)
}
