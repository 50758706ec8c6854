import type { ErrorCode } from '../../shared/errors.ts'
import type { ConnectionView } from '../../shared/views.ts'

export interface ConnectionMonitor {
  /** Notes what the last real request came to: null for an answer, else the error it was mapped to. */
  note(error: ErrorCode | null): void
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

/** How the connection to the service stands, derived from real requests alone; `now` in epoch milliseconds. */
export function createConnectionMonitor(
  now: () => number,
  onChange: (view: ConnectionView) => void,
): ConnectionMonitor {
  let view: ConnectionView = { service: 'unknown', since: null, error: null }
  return {
    note(error) {
      const service = error === null ? 'online' : (states[error] ?? 'online')
      const shown = service === 'online' ? null : error
      if (view.service === service && view.error === shown) return
      const since = view.service === service ? view.since : new Date(now()).toISOString()
      view = { service, since, error: shown }
      onChange(view)
    },
    view: () => view,
  }
}
