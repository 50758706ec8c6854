import { z } from '@hono/zod-openapi'
import { errorBody } from './schemas.ts'

const json = <S extends z.ZodType>(description: string, schema: S) => ({
  description,
  content: { 'application/json': { schema } },
})

const whole = z.string().regex(/^\d+$/)

const limitHeaders = z.object({
  'Retry-After': whole.openapi({ description: 'Seconds until the next request is answered' }),
  'X-RateLimit-Limit': whole.openapi({ description: 'Requests a window' }),
  'X-RateLimit-Remaining': whole.openapi({ description: 'Requests left in the window' }),
})

const errors = {
  400: json('Invalid, wrong or missing parameters', errorBody),
  401: json('Token missing or not recognized', errorBody),
  403: json('Address not allowed, or blocked after repeated invalid credentials', errorBody),
  404: json('Not found', errorBody),
  409: json('The Idempotency-Key was used before', errorBody),
  422: json('The payment failed on chain: retry the spend', errorBody),
  429: { ...json('Too many requests', errorBody), headers: limitHeaders },
  500: json('Internal server error', errorBody),
}

/** Describes an operation's success answer. */
export const success = json

/** Describes an operation's error answers; any operation may also answer 401, 403, 429 and 500. */
export function failures<S extends 400 | 404 | 409 | 422>(
  ...statuses: S[]
): Pick<typeof errors, S | 401 | 403 | 429 | 500> {
  const all = [...statuses, 401, 403, 429, 500] as const
  return Object.fromEntries(all.map((status) => [status, errors[status]])) as Pick<
    typeof errors,
    S | 401 | 403 | 429 | 500
  >
}
