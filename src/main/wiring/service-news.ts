import type { EventBus } from '../events.ts'
import type { EmitToPage } from '../ipc/page-emitter.ts'
import type { Profiles } from './profiles.ts'
import type { ServicesOptions } from './services.ts'

interface NewsParts {
  readonly profiles: Pick<Profiles, 'current'>
  readonly events: EventBus
  readonly emitToPage: EmitToPage
}

/** Returns what services report to: the page hears of the one in use alone. */
export function serviceNews({
  profiles,
  events,
  emitToPage,
}: NewsParts): Pick<ServicesOptions, 'onTokenRefused' | 'onBudgetChange' | 'onConnectionChange'> {
  const isCurrent = (profileId: string): boolean => profiles.current()?.id === profileId
  return {
    onTokenRefused: () => events.emit('app.changed'),
    onBudgetChange(profileId, view) {
      if (isCurrent(profileId)) emitToPage('budget.changed', view)
    },
    onConnectionChange(profileId, view) {
      if (isCurrent(profileId)) emitToPage('connection.changed', view)
      if (view.service === 'online') events.emit('service.online')
    },
  }
}
