import type { EventBus } from '../events.ts'
import type { Log } from '../log/create-log.ts'

/** Logs what rooms say happened, where that is worth a line. */
export function logEvents(events: EventBus, log: Log): void {
  events.on('vault.opened', () => log('vault.unlocked', {}))
  events.on('vault.locked', () => log('vault.locked', {}))
  events.on('disk.failed', () => log('ledger.disk', {}, { sentence: null }))
}
