import type { Role } from '../../shared/kiosk/roles.ts'
import type { WritableDb } from '../db/connections.ts'
import { isDiskFull } from '../db/disk-errors.ts'
import type { EventBus } from '../events.ts'
import {
  createPageEmitter,
  createPausableEmitter,
  type EmitToPage,
  type PausableEmitter,
} from '../ipc/channel/page-emitter.ts'
import { createPrefetch, type Prefetch } from '../ipc/channel/prefetch.ts'
import { logAnswers, createRouter, type Router, type RouterOptions } from '../ipc/channel/router.ts'
import { createHandlers, type HandlerParts } from '../ipc/create-handlers.ts'
import type { Session } from '../kiosk/session.ts'
import type { Log } from '../log/create-log.ts'
import type { Shell } from '../shell/shell.ts'

/** The only ways from main to its pages. */
export interface Emitters {
  readonly pageEvents: PausableEmitter
  /** Emits to the register's page, as its user may see it. */
  readonly emitToPage: EmitToPage
  /** Emits to the page on the customer's display. */
  readonly emitToCustomer: EmitToPage
}

export function createEmitters(shell: Shell, role: () => Role): Emitters {
  const emit = createPageEmitter({ role, emit: (name, payload) => shell.emit(name, payload) })
  const pageEvents = createPausableEmitter(emit)
  const emitToCustomer = createPageEmitter({
    role: () => 'customer',
    emit: (name, payload) => shell.customerWindow.emit(name, payload),
  })
  return { pageEvents, emitToPage: pageEvents.emitToPage, emitToCustomer }
}

/** What answers the requests of the pages. */
export interface Routers {
  /** Answers the register's page, and its first requests before it asks. */
  readonly prefetch: Prefetch
  readonly customerRouter: Router
}

export interface RoutersParts extends HandlerParts {
  readonly ledger: WritableDb
  readonly events: EventBus
  readonly session: Pick<Session, 'role'> & HandlerParts['session']
  readonly log: Log
  readonly pageEvents: PausableEmitter
}

/** Creates them over the handlers of all requests; each logs the errors of its answers. */
export function createRouters(parts: RoutersParts): Routers {
  const { ledger, events, session, log, pageEvents } = parts
  const answers: Omit<RouterOptions, 'role'> = {
    handlers: createHandlers(parts),
    report({ cause }, request) {
      // Errors that arrive while Till stops find everything closed.
      if (!ledger.open) return
      log('ipc.failed', { request }, { error: cause })
      if (isDiskFull(cause)) events.emit('disk.failed', cause)
    },
  }
  const router = (role: () => Role): Router => logAnswers(createRouter({ ...answers, role }), log)
  return {
    prefetch: createPrefetch(router(session.role), pageEvents),
    customerRouter: router(() => 'customer'),
  }
}
