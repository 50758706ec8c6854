import type { AppError } from '../../shared/errors.ts'

/** Whether an error is one of the connection, so that its return is worth another try at once. */
export function isLost({ code }: AppError): boolean {
  return code === 'offline' || code === 'network-unreachable' || code === 'nodes-disagree' || code === 'service-timeout'
}
