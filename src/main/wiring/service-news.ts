import type { ConnectionView } from '../../shared/services/views.ts'
import type { EventBus } from '../events.ts'
import type { EmitToPage } from '../ipc/channel/page-emitter.ts'
import type { Log } from '../log/create-log.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { ServicesOptions } from '../profiles/services.ts'

interface NewsParts {
  readonly profiles: Pick<Profiles, 'current'>
  readonly events: EventBus
  readonly log: Log
  readonly emitToPage: EmitToPage
}

/** Returns the receiver of services' reports; only those of the service in use reach the page. */
export function serviceNews({
  profiles,
  events,
  log,
  emitToPage,
}: NewsParts): Pick<ServicesOptions, 'onTokenRefused' | 'onBudgetChange' | 'onConnectionChange'> {
  const offline = new Set<string>()
  /** Emits when a service went offline or returned; what Till knows of networks and balances may have changed with it. */
  function noteTurn(profileId: string, { service }: ConnectionView): void {
    if (service !== 'offline' && service !== 'online') return
    const isOffline = service === 'offline'
    if (offline.has(profileId) === isOffline) return
    if (isOffline) offline.add(profileId)
    else offline.delete(profileId)
    events.emit('service.turned')
  }
  const isCurrent = (profileId: string): boolean => profiles.current()?.id === profileId
  return {
    onTokenRefused: () => events.emit('app.changed'),
    onBudgetChange(profileId, view) {
      if (isCurrent(profileId)) emitToPage('budget.changed', view)
    },
    onConnectionChange(profileId, view) {
      log('service.connection', { service: view.service })
      if (isCurrent(profileId)) emitToPage('connection.changed', view)
      noteTurn(profileId, view)
      if (view.service === 'online') events.emit('service.online')
    },
  }
}
