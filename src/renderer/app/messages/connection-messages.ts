import type { AppView } from '../../../shared/app/views.ts'
import type { ConnectionView } from '../../../shared/services/views.ts'

/** The connection as the frame shows it: the state at its foot, and the banner if there is one. */
export interface ConnectionMessages {
  readonly state: ConnectionView['service']
  /** The banner's message key; null if the state says enough. Offline has a bar of its own. */
  readonly banner: string | null
}

/** Returns state and banner from the same view, so that they never disagree. */
export function connectionMessages(connection: ConnectionView | null, profile: AppView['profile']): ConnectionMessages {
  const state = connection?.service ?? 'unknown'
  if (state === 'offline') return { state, banner: null }
  if (connection?.error === 'not-allowed') return { state, banner: 'errors.not-allowed-remote-service' }
  if (profile?.tokenRefused) return { state, banner: 'frame.tokenRefused' }
  if (state !== 'refused') return { state, banner: null }
  return { state, banner: connection?.error === 'service-unauthorized' ? 'frame.unauthorized' : 'frame.refused' }
}
