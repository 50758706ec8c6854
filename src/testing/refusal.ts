import { AppError } from '../shared/errors.ts'

/** Returns an error's code and reason; an error of another kind as it is. */
export const why = (error: unknown): unknown =>
  error instanceof AppError ? [error.code, error.details?.reason] : error

/** Returns why a request was refused, or what it returned. */
export const refusal = (request: Promise<unknown>): Promise<unknown> => request.catch(why)

/** Returns why `work` was refused, or what it returned. */
export function refused(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return why(error)
  }
}
