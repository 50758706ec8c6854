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
