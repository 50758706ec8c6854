import type { kioskRequests } from '../../../shared/kiosk/contract.ts'
import type { UnavailableView } from '../../../shared/policy/views.ts'
import type { AppView } from '../../../shared/app/views.ts'
import type { Clerks } from '../../kiosk/clerks.ts'
import type { Session } from '../../kiosk/session.ts'
import type { Receipts } from '../../receipts/create-receipts.ts'
import type { Counter } from '../../sales/counter.ts'
import type { Handlers, HandlersOf, NamesOf } from '../channel/handlers.ts'
import { customerHandlers, type CustomerParts } from './customer-handlers.ts'

export interface KioskParts extends CustomerParts {
  readonly session: Session
  readonly clerks: Clerks
  readonly receipts: Receipts
  readonly counter: Counter
  /** Returns the policy's products that are not on sale now. */
  unavailable(): UnavailableView[]
  appView(): AppView
  /** Called when the app's view has changed. */
  changed(): void
  /** Closes Till. */
  close(): void
}

/** Answers requests about shop mode, its clerks and its session. */
export function kioskHandlers(parts: KioskParts): HandlersOf<typeof kioskRequests> {
  const { receipts, counter } = parts
  return {
    ...sessionHandlers(parts),
    ...clerkHandlers(parts),
    ...customerHandlers(parts),
    'counter.get': () => counter.get(),
    'counter.set': ({ pages }) => counter.set(pages),
    'policy.unavailable': () => parts.unavailable(),
    'shop.get': () => receipts.head(),
    'shop.set'(head) {
      const stored = receipts.setHead(head)
      // The start screen and the customer's page show the shop's name.
      parts.changed()
      return stored
    },
    'shop.printTest': () => receipts.printTest(),
    'shop.testDrawer': () => receipts.openDrawer(),
  }
}

function sessionHandlers({ session, appView, close }: KioskParts): Pick<Handlers, NamesOf<`kiosk.${string}`>> {
  return {
    async 'kiosk.turnOn'({ password }) {
      await session.turnOn(password)
      return appView()
    },
    async 'kiosk.turnOff'({ password }) {
      await session.turnOff(password)
      return appView()
    },
    async 'kiosk.signIn'({ clerk, pin }) {
      await session.signIn(clerk, pin)
      return appView()
    },
    async 'kiosk.signInManager'({ password }) {
      await session.signInManager(password)
      return appView()
    },
    'kiosk.signOut'() {
      session.signOut()
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
