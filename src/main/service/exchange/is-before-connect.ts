/** System codes for a failed connection; axios repeats Node's code in its own error. */
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
 * Returns whether no connection was made to any address that was tried. Both axios' error and its cause must say so: the code alone may
 * also come from an open connection.
 */
export function isBeforeConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if ('isAxiosError' in error) return connectCodes.includes(code) && isBeforeConnect(error.cause)
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBeforeConnect)
  return connectCodes.includes(code) && connectCalls.includes(syscall)
}
