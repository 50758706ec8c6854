/** What the system says where it makes no connection; axios repeats Node's code in its own error. */
const connectCodes: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]
const connectCalls: readonly unknown[] = ['connect', 'getaddrinfo']

/**
 * Returns whether the system said that no connection was made, for every address that was tried. What axios wraps must say so in both
 * errors: a code alone may also come from a connection that was there.
 */
export function isBeforeConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if ('isAxiosError' in error) return connectCodes.includes(code) && isBeforeConnect(error.cause)
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBeforeConnect)
  return connectCodes.includes(code) && connectCalls.includes(syscall)
}
