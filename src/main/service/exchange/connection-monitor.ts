import type { ErrorCode } from '../../../shared/errors.ts'
import type { ConnectionView } from '../../../shared/services/views.ts'

export interface ConnectionMonitor {
  /** Records the result of the last real request: null for an answer, else the error it was mapped to. */
  note(error: ErrorCode | null): void
  /** Records that a request has been unanswered for so long that the user should know; a worse state stays. */
  slow(): void
  view(): ConnectionView
}

const states: Partial<Record<ErrorCode, ConnectionView['service']>> = {
  offline: 'offline',
  'service-timeout': 'offline',
  'service-unauthorized': 'refused',
  'service-forbidden': 'refused',
  'service-rate-limited': 'waiting',
  'service-down': 'trouble',
  'service-malformed': 'trouble',
}

/** Creates the monitor of the connection to the service, based on real requests alone; `now` in epoch milliseconds. */
export function createConnectionMonitor(
  now: () => number,
  onChange: (view: ConnectionView) => void,
): ConnectionMonitor {
  let view: ConnectionView = { service: 'unknown', since: null, error: null }

  function show(service: ConnectionView['service'], error: ErrorCode | null): void {
    if (view.service === service && view.error === error) return
    const since = view.service === service ? view.since : new Date(now()).toISOString()
    view = { service, since, error }
    onChange(view)
  }

  return {
    note(error) {
      const service = error === null ? 'online' : (states[error] ?? 'online')
      show(service, service === 'online' ? null : error)
    },
    slow() {
      if (view.service === 'unknown' || view.service === 'online') show('waiting', null)
    },
    view: () => view,
  }
}
