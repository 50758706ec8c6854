import { events, type EventName, type EventPayload } from '../../../shared/contract.ts'
import { isAtLeast, type Role } from '../../../shared/kiosk/roles.ts'
import { eventFor } from './role-views.ts'

/** Emits an event of the contract to the page. */
export type EmitToPage = <N extends EventName>(name: N, payload: EventPayload<N>) => void

export interface PageEmitterOptions {
  /** The role of the current user. */
  readonly role: () => Role
  /** The shell's channel to the page. */
  readonly emit: EmitToPage
}

/** An emitter that can be paused while no page listens. */
export interface PausableEmitter {
  readonly emitToPage: EmitToPage
  /** Queues events from now on. */
  pause(): void
  /** Emits the queued events in their order, and queues no more. */
  resume(): void
}

/** Creates the only emitter from main to the page: it drops and hides what the current user has no permission to see. */
export function createPageEmitter({ role, emit }: PageEmitterOptions): EmitToPage {
  return (name, payload) => {
    const to = role()
    if (isAtLeast(to, events[name].permission)) emit(name, eventFor(to, name, payload))
  }
}

/** Wraps an emitter so that it can be paused. Permissions are checked when a queued event is emitted, not when it is queued. */
export function createPausableEmitter(emit: EmitToPage): PausableEmitter {
  let queued: (() => void)[] | null = null
  return {
    emitToPage(name, payload) {
      if (queued === null) emit(name, payload)
      else queued.push(() => emit(name, payload))
    },
    pause: () => void (queued = []),
    resume() {
      const waiting = queued ?? []
      queued = null
      for (const send of waiting) send()
    },
  }
}
