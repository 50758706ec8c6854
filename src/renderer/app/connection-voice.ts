import type { AppView } from '../../shared/app/views.ts'
import type { ConnectionView } from '../../shared/services/views.ts'

/** What the frame says of the connection: the word at its foot, and the sentence across the screen where there is one. */
export interface ConnectionVoice {
  readonly state: ConnectionView['service']
  /** The key of the sentence; null where the word is enough. */
  readonly banner: string | null
}

/** The one voice of the connection: word and sentence come from the same view, so that they never disagree. */
export function connectionVoice(connection: ConnectionView | null, profile: AppView['profile']): ConnectionVoice {
  const state = connection?.service ?? 'unknown'
  if (state === 'offline') return { state, banner: 'frame.offline' }
  if (connection?.error === 'not-allowed') return { state, banner: 'errors.not-allowed-remote-service' }
  if (profile?.tokenRefused) return { state, banner: 'frame.tokenRefused' }
  if (state !== 'refused') return { state, banner: null }
  return { state, banner: connection?.error === 'service-unauthorized' ? 'frame.unauthorized' : 'frame.refused' }
}
