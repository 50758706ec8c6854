import type { ErrorCode } from '../../../shared/errors.ts'
import type { ConnectionView } from '../../../shared/services/views.ts'

export interface ConnectionMonitor {
  /** Records the result of the last real request: null for an answer, else the error it was mapped to. */
  note(error: ErrorCode | null): void
  /**
   * Records that a request has been unanswered for so long that the user should know; a worse state stays. Returns a function for giving
   * the request up: once no such request is left, the last result counts again.
   */
  slow(): () => void
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
  /** What the last result told; `view` differs while a request is slow. */
  let noted: ConnectionView = { service: 'unknown', since: null, error: null }
  let view = noted
  const unanswered = new Set<symbol>()

  function stateOf(service: ConnectionView['service'], error: ErrorCode | null): ConnectionView {
    if (view.service === service && view.error === error) return view
    const since = view.service === service ? view.since : new Date(now()).toISOString()
    return { service, since, error }
  }
  function show(state: ConnectionView): void {
    if (state === view) return
    view = state
    onChange(view)
  }

  return {
    note(error) {
      const service = error === null ? 'online' : (states[error] ?? 'online')
      unanswered.clear()
      noted = stateOf(service, service === 'online' ? null : error)
      show(noted)
    },
    slow() {
      if (noted.service !== 'unknown' && noted.service !== 'online') return () => undefined
      const request = Symbol('slow request')
      unanswered.add(request)
      show(stateOf('waiting', null))
      return () => {
        if (unanswered.delete(request) && unanswered.size === 0) show(noted)
      }
    },
    view: () => view,
  }
}
