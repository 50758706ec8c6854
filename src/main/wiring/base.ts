import { systemTimer, type Timer } from '../../shared/timer.ts'
import type { AppOptions } from '../app-options.ts'
import { isDiskError } from '../db/disk-errors.ts'
import { createRetryingTimer } from '../db/retrying-timer.ts'
import { reportTrouble, type TroubleReport } from '../engine/report-trouble.ts'
import type { Clocks } from '../engine/spend-context.ts'
import { createEventBus, type EventBus } from '../events.ts'
import type { Log } from '../log/create-log.ts'
import { logEvents } from './subscribe.ts'

/** What every part of a running Till is given. */
export interface Base extends AppOptions, Clocks, TroubleReport {
  /** Repeats what it runs if the disk fails. */
  readonly timer: Timer
  readonly events: EventBus
  /** Aborts every exchange when Till stops. */
  readonly giveUp: AbortController
  readonly signal: AbortSignal
  /** Says that the app's view has changed. */
  readonly changed: () => void
  /** Says that the customer sees something else. */
  readonly customerChanged: () => void
}

/** Adds the clocks of this process and the events between the parts to the options of an app. */
export function openBase(options: AppOptions): Base {
  const { log } = options
  const giveUp = new AbortController()
  const events = openEvents(log, giveUp.signal)
  const trouble: TroubleReport = {
    onDiskError: (error) => events.emit('disk.failed', error),
    onUnforeseen: (error, task) => log('app.task', { task }, { error }),
  }
  return {
    ...options,
    ...trouble,
    now: Date.now,
    monotonic: () => performance.now(),
    timer: createRetryingTimer(systemTimer, (error) => reportTrouble(trouble, error, 'a timer')),
    events,
    giveUp,
    signal: giveUp.signal,
    changed: () => events.emit('app.changed'),
    customerChanged: () => events.emit('customer.changed'),
  }
}

/** Opens the events, until Till ends; errors of their listeners are logged. */
function openEvents(log: Log, ended: AbortSignal): EventBus {
  const events: EventBus = createEventBus((error, name) => {
    if (ended.aborted) return
    log('app.listener', { event: name }, { error })
    // The listeners of these two use the disk again.
    if (isDiskError(error) && name !== 'disk.failed' && name !== 'app.changed') events.emit('disk.failed', error)
  })
  logEvents(events, log)
  return events
}
