import type { kioskRequests } from '../../shared/kiosk/contract.ts'
import type { UnsoldView } from '../../shared/policy/views.ts'
import type { AppView } from '../../shared/app/views.ts'
import type { Clerks } from '../kiosk/clerks.ts'
import type { Seat } from '../kiosk/seat.ts'
import type { Slips } from '../slips/create-slips.ts'
import type { Counter } from '../sales/counter.ts'
import type { Handlers, HandlersOf, NamesOf } from './handlers.ts'

export interface KioskParts {
  readonly seat: Seat
  readonly clerks: Clerks
  readonly slips: Slips
  readonly counter: Counter
  /** What the policy names and is not on sale now. */
  unsold(): UnsoldView[]
  appView(): AppView
  /** Something that the app's view tells has changed. */
  changed(): void
  /** Ends Till. */
  close(): void
}

/** Answers requests of a register in a shop and the people at it. */
export function kioskHandlers(parts: KioskParts): HandlersOf<typeof kioskRequests> {
  const { slips, counter } = parts
  return {
    ...seatHandlers(parts),
    ...clerkHandlers(parts),
    'counter.get': () => counter.get(),
    'counter.set': ({ pages }) => counter.set(pages),
    'policy.unsold': () => parts.unsold(),
    'shop.get': () => slips.head(),
    'shop.set': (head) => slips.setHead(head),
    'shop.printTest': () => slips.printTest(),
  }
}

function seatHandlers({ seat, appView, close }: KioskParts): Pick<Handlers, NamesOf<`kiosk.${string}`>> {
  return {
    async 'kiosk.begin'({ password }) {
      await seat.begin(password)
      return appView()
    },
    async 'kiosk.end'({ password }) {
      await seat.end(password)
      return appView()
    },
    async 'kiosk.sit'({ clerk, pin }) {
      await seat.sit(clerk, pin)
      return appView()
    },
    async 'kiosk.manage'({ password }) {
      await seat.manage(password)
      return appView()
    },
    'kiosk.rise'() {
      seat.rise()
      return appView()
    },
    'kiosk.close': () => close(),
  }
}

function clerkHandlers({ clerks, changed }: KioskParts): Pick<Handlers, NamesOf<`clerks.${string}`>> {
  return {
    'clerks.list': () => clerks.list(),
    async 'clerks.add'(person) {
      await clerks.add(person)
      return clerks.list()
    },
    'clerks.change'(person) {
      clerks.change(person)
      changed()
      return clerks.list()
    },
    async 'clerks.setPin'({ id, pin }) {
      await clerks.setPin(id, pin)
      return clerks.list()
    },
    'clerks.remove'({ id }) {
      clerks.remove(id)
      changed()
      return clerks.list()
    },
    'clerks.wrongPins': () => clerks.wrongPins(),
    'clerks.seeWrongPins': () => clerks.seeWrongPins(),
  }
}
