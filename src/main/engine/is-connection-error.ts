import type { AppError } from '../../shared/errors.ts'

/** Returns whether an error is about the connection, so that Till retries at once when it is back. */
export function isConnectionError({ code }: AppError): boolean {
  return code === 'offline' || code === 'network-unreachable' || code === 'nodes-disagree' || code === 'service-timeout'
}
