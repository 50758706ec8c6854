import { isSuccess, type Answer } from './answer/answer.ts'
import type { Exchange, ServiceRequest } from './exchange/exchange.ts'
import { statusError } from './answer/status-error.ts'

/** Sends a repeatable request and returns its success, or a status the caller accepts; throws AppError otherwise. */
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
