import { z } from 'zod'
import { accountColours } from '../wallet/account-colours.ts'
import { counterPages, counterView } from './counter-views.ts'
import { customerFace, customerShown, customerView } from './customer-views.ts'
import { isEasyPin } from './easy-pin.ts'
import { listedClerkView, pinPattern, wrongPinsView } from './views.ts'
import { unavailableView } from '../policy/views.ts'
import { shopHeadView } from '../receipts/receipt-views.ts'
import { appView } from '../app/views.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'

const password = z.string().min(1).max(1000)
const pin = z.string().regex(pinPattern)
/** A PIN that may be chosen. */
const newPin = pin.refine((chosen) => !isEasyPin(chosen))
const person = { name: z.string().min(1).max(200), colour: z.enum(accountColours) }
const clerks = z.array(listedClerkView)

/** The requests of shop mode and of its clerks. */
export const kioskRequests = {
  /** Starts shop mode, with the manager signed in. */
  'kiosk.turnOn': { input: z.object({ password }), output: appView, permission: 'manager' },
  /** Ends shop mode: the current user is then the wallet's owner. */
  'kiosk.turnOff': { input: z.object({ password }), output: appView, permission: 'nobody' },
  /** Signs a clerk in. */
  'kiosk.signIn': { input: z.object({ clerk: z.uuid(), pin }), output: appView, permission: 'nobody' },
  /** Signs the manager in, and unlocks the register if it is locked. */
  'kiosk.signInManager': { input: z.object({ password }), output: appView, permission: 'nobody' },
  /** Signs the user out. */
  'kiosk.signOut': { input: nothing, output: appView, permission: 'nobody' },

  /** Quits Till, whose window nobody else can close; the next start is in shop mode again. */
  'kiosk.close': { input: nothing, output: z.void(), permission: 'manager' },

  /** Lists the clerks by name. */
  'clerks.list': { input: nothing, output: clerks, permission: 'nobody' },
  /** Adds a clerk; returns all clerks. */
  'clerks.add': { input: z.object({ ...person, pin: newPin }), output: clerks, permission: 'manager' },
  /** Changes a clerk's name and colour; returns all clerks. */
  'clerks.change': { input: z.object({ id: z.uuid(), ...person }), output: clerks, permission: 'manager' },
  /** Sets a new PIN, and unlocks a clerk who was locked out. */
  'clerks.setPin': { input: z.object({ id: z.uuid(), pin: newPin }), output: clerks, permission: 'manager' },
  /** Removes a clerk; their sales keep their name. */
  'clerks.remove': { input: z.object({ id: z.uuid() }), output: clerks, permission: 'manager' },
  /** Lists the wrong PINs since the manager last pressed _Seen_. */
  'clerks.wrongPins': { input: nothing, output: z.array(wrongPinsView), permission: 'manager' },
  /** Marks the wrong PINs so far as seen. */
  'clerks.seeWrongPins': { input: nothing, output: z.void(), permission: 'manager' },

  /** Returns the counter's pages of products, each with its approximate price in cash. */
  'counter.get': { input: nothing, output: counterView, permission: 'clerk' },
  /** Replaces the counter's pages. Products that are no longer sold may stay; new ones must be on sale. */
  'counter.set': { input: z.object({ pages: counterPages }), output: counterView, permission: 'manager' },

  /** Lists the policy's brands, products and types that the catalog lacks. */
  'policy.unavailable': { input: nothing, output: z.array(unavailableView), permission: 'manager' },

  /**
   * Shows this to the customer until something else is shown, the user changes or the page ends. Returns what the customer then sees, and
   * whether a display of their own shows it.
   */
  'customer.show': {
    input: customerShown,
    output: z.object({ face: customerFace, onDisplay: z.boolean() }),
    permission: 'clerk',
  },
  /** Returns what the customer sees: the only request of the page on the customer's display. */
  'customer.get': { input: nothing, output: customerView, permission: 'customer' },

  /** Returns the text of the shop's receipts and the printer for them. */
  'shop.get': { input: nothing, output: shopHeadView, permission: 'clerk' },
  /** Replaces the text of the shop's receipts and the printer for them. */
  'shop.set': { input: shopHeadView, output: shopHeadView, permission: 'manager' },
  /** Prints a test receipt on the network printer of the settings; throws AppError `printer-failed`. */
  'shop.printTest': { input: nothing, output: z.void(), permission: 'manager' },
  /** Opens the cash drawer of the settings; throws AppError `printer-failed`. */
  'shop.testDrawer': { input: nothing, output: z.void(), permission: 'manager' },
} as const satisfies Requests

/** The events of the page on the customer's display; no other page receives them. */
export const kioskEvents = {
  /** What the customer sees changed. */
  'customer.changed': { payload: customerView, permission: 'customer' },
} as const satisfies Events
