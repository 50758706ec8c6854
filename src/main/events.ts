import type { PurchaseRowView } from '../shared/purchases/views.ts'
import type { Arrival } from './desktop/find-arrivals.ts'

/**
 * The events inside main, with their payloads. The folders of the floors do not import this file: they call back, and `src/main/wiring`,
 * `src/main/ipc` and `app.ts` emit the event.
 */
export interface AppEvents {
  /** The vault was opened; the payload is a copy of the records key. */
  'vault.opened': Uint8Array
  'vault.locked': undefined
  /** A person unlocked the wallet: what the lock delayed continues. */
  'wallet.unlocked': undefined
  /** Another account is in use. */
  'account.used': undefined
  /** The content of the app's view changed. */
  'app.changed': undefined
  /** The profile of this id was saved and is in use. */
  'profile.saved': string
  /** A service answers. */
  'service.online': undefined
  /** A service cannot be reached any more, or answers again. */
  'service.turned': undefined
  /** A network fell silent, stopped making blocks, or recovered. */
  'network.changed': undefined
  /** Countries, networks or tokens were read again. */
  'metadata.read': undefined
  /** The catalog's file was damaged, and is empty now. */
  'catalog.emptied': undefined
  /** Reading or writing the ledger failed, or a request of the page met a full disk; the payload is the error. */
  'disk.failed': unknown
  /** What the customer sees changed. */
  'customer.changed': undefined
  /** The purchase of this id changed. */
  'purchase.changed': string
  /** A purchase has a new row in lists. */
  'purchase.shown': PurchaseRowView
  /** The account in use has more coins on a network than at its last answer. */
  'coins.arrived': readonly Arrival[]
  /** The purchases of these ids have their refund, or the person is asked about it. */
  'refunds.changed': readonly string[]
  /** Balances may have changed, by the kind of what moved. */
  'coins.moved': 'purchase' | 'transfer' | 'claim'
  /** The cash drawer did not open. */
  'drawer.failed': undefined
  /** The list of open questions changed. */
  'attention.changed': undefined
}

type Listener<P> = (payload: P) => void
type Payload<P> = P extends undefined ? [] : [payload: P]

/** Carries events of a folder to those above it, within this process. */
export interface EventBus {
  on<N extends keyof AppEvents>(name: N, listener: Listener<AppEvents[N]>): void
  /** Calls every listener, in order of subscription, before it returns. Never throws. */
  emit<N extends keyof AppEvents>(name: N, ...payload: Payload<AppEvents[N]>): void
}

/**
 * Creates a bus without listeners. `report` receives what a listener throws, which reaches neither other listeners nor the emitter.
 */
export function createEventBus(report: (error: unknown, name: keyof AppEvents) => void): EventBus {
  const listeners: { [N in keyof AppEvents]?: Listener<AppEvents[N]>[] } = {}
  return {
    on<N extends keyof AppEvents>(name: N, listener: Listener<AppEvents[N]>) {
      const known: Listener<AppEvents[N]>[] = (listeners[name] ??= [])
      known.push(listener)
    },
    emit(name, ...payload) {
      for (const listener of listeners[name] ?? []) {
        try {
          listener(payload[0] as AppEvents[typeof name])
        } catch (error) {
          report(error, name)
        }
      }
    },
  }
}
