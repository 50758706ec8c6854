import { events, type EventName, type EventPayload } from '../../shared/contract.ts'
import { isAtLeast, type Role } from '../../shared/kiosk/roles.ts'
import { balancesFor } from './hide-coins.ts'

/** Tells the page that something changed. */
export type Tell = <N extends EventName>(name: N, payload: EventPayload<N>) => void

export interface TellerOptions {
  /** Who is at the till now. */
  readonly role: () => Role
  /** The way to the page. */
  readonly emit: Tell
}

/** A way to the page that can wait for it. */
export interface HeldTell {
  readonly tell: Tell
  /** From now on what is told waits. */
  hold(): void
  /** Tells what has waited, in its order; from now on nothing waits. */
  release(): void
}

/** What of an event whoever is there may know, where that is not all of it. */
const partOf: { readonly [N in EventName]?: (role: Role, payload: EventPayload<N>) => EventPayload<N> } = {
  'balances.changed': balancesFor,
}

/** The one way on which main tells the page of its own accord: nothing that whoever is there may not hear. */
export function createTeller({ role, emit }: TellerOptions): Tell {
  return (name, payload) => {
    const to = role()
    if (isAtLeast(to, events[name].permission)) emit(name, partOf[name]?.(to, payload) ?? payload)
  }
}

/** Stands before a teller while no page can hear it. What waited is judged when it is told. */
export function createHeldTell(teller: Tell): HeldTell {
  let waiting: (() => void)[] | null = null
  return {
    tell(name, payload) {
      if (waiting === null) teller(name, payload)
      else waiting.push(() => teller(name, payload))
    },
    hold: () => void (waiting = []),
    release() {
      const told = waiting ?? []
      waiting = null
      for (const tell of told) tell()
    },
  }
}
