/** What rooms say happened, with what goes along. */
export interface AppEvents {
  /** The vault was opened, and this is its copy of the records key. */
  'vault.opened': Uint8Array
  'vault.locked': undefined
  /** A person unlocked the wallet: what the lock held up goes on. */
  'wallet.unlocked': undefined
  /** Another account is in use. */
  'account.used': undefined
  /** What the app's view shows has changed. */
  'app.changed': undefined
  /** The profile of this id was saved, and is the one in use. */
  'profile.saved': string
  /** A service answers. */
  'service.online': undefined
  /** A network fell silent, stands still, or is itself again. */
  'network.moved': undefined
  /** Countries, networks or tokens were read again. */
  'places.read': undefined
  /** The catalog's file was damaged, and is empty now. */
  'catalog.renewed': undefined
  /** A disk error met the ledger. */
  'disk.failed': undefined
  /** Something about the purchase of this id changed. */
  'purchase.moved': string
  /** The purchases of these ids have their refund, or a person is asked whether they do. */
  'refunds.counted': readonly string[]
  /** Balances may be others now, by what has moved. */
  'coins.moved': 'purchase' | 'transfer' | 'claim'
  /** What asks for a person is something else now. */
  'attention.moved': undefined
}

type Listener<P> = (payload: P) => void
type Payload<P> = P extends undefined ? [] : [payload: P]

/** Carries events from rooms to those above them, within this process. */
export interface EventBus {
  on<N extends keyof AppEvents>(name: N, listener: Listener<AppEvents[N]>): void
  /** Calls every listener before it returns, in the order they came. Never throws. */
  emit<N extends keyof AppEvents>(name: N, ...payload: Payload<AppEvents[N]>): void
}

/** Creates a bus without listeners. `report` gets what a listener throws, which reaches no other listener and not the room that emitted. */
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
