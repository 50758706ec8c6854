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
  const isCurrent = (profileId: string): boolean => profiles.current()?.id === profileId
  return {
    onTokenRefused: () => events.emit('app.changed'),
    onBudgetChange(profileId, view) {
      if (isCurrent(profileId)) emitToPage('budget.changed', view)
    },
    onConnectionChange(profileId, view) {
      log('service.connection', { service: view.service })
      if (isCurrent(profileId)) emitToPage('connection.changed', view)
      if (view.service === 'online') events.emit('service.online')
    },
  }
}
