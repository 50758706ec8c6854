import { z } from 'zod'
import { accountColours } from './account-colours.ts'
import { counterPages, counterView } from './counter-views.ts'
import { isEasyPin } from './easy-pin.ts'
import { clerkView, pinPattern, wrongPinsView } from './kiosk-views.ts'
import { unsoldView } from './policy-views.ts'
import { shopHeadView } from './slip-views.ts'
import { appView } from './views.ts'

const nothing = z.undefined()
const password = z.string().min(1).max(1000)
const pin = z.string().regex(pinPattern)
/** One that may be chosen. */
const newPin = pin.refine((chosen) => !isEasyPin(chosen))
const person = { name: z.string().min(1).max(200), colour: z.enum(accountColours) }
const clerks = z.array(clerkView)

/** What a renderer may ask of a till in a shop and the people at it. */
export const kioskRequests = {
  /** Makes this a till in a shop from now on, with the manager at it. */
  'kiosk.begin': { input: z.object({ password }), output: appView },
  /** Ends it: whoever is here then is the wallet's owner. */
  'kiosk.end': { input: z.object({ password }), output: appView },
  /** A clerk comes to the till. */
  'kiosk.sit': { input: z.object({ clerk: z.uuid(), pin }), output: appView },
  /** The manager comes to the till, and unlocks it where it is locked. */
  'kiosk.manage': { input: z.object({ password }), output: appView },
  /** Whoever is at the till leaves it. */
  'kiosk.rise': { input: nothing, output: appView },

  /** Ends Till, whose window nobody else closes; the next start is a till in a shop again. */
  'kiosk.close': { input: nothing, output: z.void() },

  /** Those who work here, by name. */
  'clerks.list': { input: nothing, output: clerks },
  'clerks.add': { input: z.object({ ...person, pin: newPin }), output: clerks },
  'clerks.change': { input: z.object({ id: z.uuid(), ...person }), output: clerks },
  /** Gives a new PIN, and lets in again who was locked out. */
  'clerks.setPin': { input: z.object({ id: z.uuid(), pin: newPin }), output: clerks },
  /** Works here no more; what they sold stays theirs. */
  'clerks.remove': { input: z.object({ id: z.uuid() }), output: clerks },
  /** Wrong PINs since the manager last said that they were seen. */
  'clerks.wrongPins': { input: nothing, output: z.array(wrongPinsView) },
  'clerks.seeWrongPins': { input: nothing, output: z.void() },

  /** The pages of products that this shop sells most, with about what each costs in cash. */
  'counter.get': { input: nothing, output: counterView },
  /** Puts other pages in the place of those there are; what is gone may stay, what is new on them must be on sale. */
  'counter.set': { input: z.object({ pages: counterPages }), output: counterView },

  /** Brands, products and types that the policy names and the catalog does not have. */
  'policy.unsold': { input: nothing, output: z.array(unsoldView) },

  /** What stands on the shop's slips, and where they are printed. */
  'shop.get': { input: nothing, output: shopHeadView },
  'shop.set': { input: shopHeadView, output: shopHeadView },
  /** Prints a slip that nobody bought on the network printer that is kept; AppError `printer-failed`. */
  'shop.printTest': { input: nothing, output: z.void() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
