import { z } from 'zod'
import { appView, settingsView } from './views.ts'
import { locales } from './locales.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'
import { address, chainInstance, hash } from '../scalars.ts'

/** One of the page's own paths, as its router names them. */
const pagePath = z.object({
  path: z
    .string()
    .regex(/^\/[\w/?=&.%~-]*$/)
    .max(200),
})

/** Requests about the app itself. */
export const appRequests = {
  /** Returns the state of the app: its wallet, service, settings and current user. */
  'app.get': { input: nothing, output: appView, permission: 'nobody' },

  /** Reports user activity: restarts the idle timer. */
  'app.active': { input: nothing, output: z.void(), permission: 'nobody' },

  /**
   * Opens the page at one of its own paths in a new renderer: the old one goes away with everything typed and shown. In between, a register
   * names its user, in the page's language.
   */
  'app.renew': {
    input: pagePath.extend({ locale: z.enum(locales).default('en') }),
    output: z.void(),
    permission: 'nobody',
  },

  /** Changes settings. Only the manager may change the times, the PIN at a sale and the customer display: the handler checks that. */
  'settings.set': { input: settingsView.partial(), output: appView, permission: 'nobody' },

  /** Sets whether Till starts with the system. The view shows what the system then says. */
  'app.startWithSystem': { input: z.object({ on: z.boolean() }), output: appView, permission: 'manager' },

  /**
   * Opens a page in the system's browser: that of the newer version, or a block explorer's of a purchase's step, a transfer, received
   * coins, a revocation, a claimed refund, an unexplained payment, an account with transactions that no node shows, or another register's purchase. Main knows
   * the address; unknown hosts are refused.
   */
  'link.open': {
    input: z.union([
      z.object({ purchaseId: z.uuid(), step: z.int().min(0) }),
      z.object({ transfer: z.uuid() }),
      z.object({ received: z.uuid() }),
      z.object({ revocation: z.uuid() }),
      z.object({ claim: z.uuid() }),
      z.object({ foreignPayment: hash }),
      z.object({ unseenOn: chainInstance, address }),
      z.object({ register: address, purchase: z.string().max(200) }),
      z.object({ newerVersion: z.literal(true) }),
    ]),
    output: z.void(),
    permission: 'manager',
  },
} as const satisfies Requests

/** Events about the app itself. */
export const appEvents = {
  /** The app's view changed. */
  'app.changed': { payload: appView, permission: 'nobody' },

  /** The page opens one of its own paths, once no dialog waits for an answer. */
  'page.open': { payload: pagePath, permission: 'manager' },
} as const satisfies Events
