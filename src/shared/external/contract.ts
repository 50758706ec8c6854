import { z } from 'zod'
import { checkoutRequests } from '../checkout/contract.ts'
import type { Events, Requests } from '../contract-entry.ts'
import { nothing } from '../contract-entry.ts'
import { hash } from '../scalars.ts'
import { externalPaymentView } from './views.ts'

const one = z.object({ id: z.uuid() })
const arrival = one.extend({ hash, ordinal: z.int().nonnegative() })

/** The requests about payments that another wallet makes. */
export const externalRequests = {
  /**
   * Stores that exactly the quote that was shown is to be paid by another wallet, and looks for its payment from then on. The wait for the
   * payment that it replaces ends in the same commit.
   */
  'external.ask': {
    input: checkoutRequests['checkout.confirm'].input.omit({ feePassword: true }),
    output: externalPaymentView,
    permission: 'manager',
  },
  /** Lists the payments that are awaited, have a question, or have coins that no purchase uses, newest first. */
  'external.list': { input: nothing, output: z.array(externalPaymentView), permission: 'manager' },
  /** Returns the payment that another wallet is asked to make for a purchase. */
  'external.get': { input: one, output: externalPaymentView, permission: 'manager' },
  /** Stops waiting for a payment that was not made. Throws AppError `not-allowed` once it was. */
  'external.stop': { input: one, output: externalPaymentView, permission: 'manager' },
  /** Looks for the payment now, in one transaction if its hash is given. Throws AppError of the network, `not-found` if nothing arrived by it. */
  'external.look': { input: one.extend({ hash: hash.nullable() }), output: externalPaymentView, permission: 'manager' },
  /** Makes coins that arrived the payment of this purchase, although something differs. Throws AppError `not-allowed` if it cannot be. */
  'external.register': { input: arrival, output: externalPaymentView, permission: 'manager' },
  /** Marks that the user takes care of coins that arrived. */
  'external.dismiss': { input: arrival, output: externalPaymentView, permission: 'manager' },
  /** Marks that coins which bought nothing came back. Throws AppError `not-found` unless the user answered before that they pay nothing. */
  'external.markReturned': { input: arrival, output: externalPaymentView, permission: 'manager' },
  /** Marks that coins which bought nothing did not come back. Throws AppError `not-found` unless they count as returned. */
  'external.denyReturn': { input: arrival, output: externalPaymentView, permission: 'manager' },
} as const satisfies Requests

/** The events about payments that another wallet makes. */
export const externalEvents = {
  /** A payment that another wallet makes changed. */
  'external.changed': { payload: externalPaymentView, permission: 'manager' },
} as const satisfies Events
