import { z } from 'zod'
import { checkView } from './check-views.ts'
import { addedNodeView } from '../networks/node-views.ts'
import { profileSchema } from './profile.ts'
import { appView } from '../app/views.ts'
import { budgetView, connectionView } from './views.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'

/** The requests about the service in use. */
export const serviceRequests = {
  /**
   * Requests the service's networks and checks the added nodes, and returns their answers; stores nothing. `sandbox` stands for the offered
   * one. If there is a wallet, an address that is not in use takes the password, because the request reveals something to it.
   */
  'profile.test': {
    input: z.union([profileSchema.extend({ password: z.string().max(1000).optional() }), z.literal('sandbox')]),
    output: z.object({
      networks: z.int(),
      requestsLeft: z.int().nullable(),
      /** A node that does not answer may still be saved; one of another chain is refused. */
      nodes: z.array(addedNodeView),
    }),
    permission: 'manager',
  },
  /**
   * Checks what a purchase needs of a service, with at most twelve of the hour's requests, and returns what fits and which settings work.
   * Stores, pays and registers nothing. Takes the password like `profile.test`.
   */
  'profile.check': {
    input: profileSchema.extend({ password: z.string().max(1000).optional() }),
    output: checkView,
    permission: 'manager',
  },
  /**
   * Saves a profile as the one in use. A token left out of an edit is kept; an empty one is removed. If there is a wallet it takes the
   * password, because a service can keep what is paid to it. Added nodes are checked again, and one of another chain is refused.
   */
  'profile.save': {
    input: z.union([
      profileSchema.extend({ token: z.string().max(4000).optional(), password: z.string().max(1000).optional() }),
      z.literal('sandbox'),
    ]),
    output: appView,
    permission: 'manager',
  },
  /** Uses the service that this start named and that waits. Takes the password. Added nodes are checked as in `profile.save`. */
  'profile.useWaiting': {
    input: z.object({ password: z.string().max(1000) }),
    output: appView,
    permission: 'manager',
  },
  /** Keeps the service in use until the next start. */
  'profile.dropWaiting': { input: nothing, output: appView, permission: 'manager' },
  /** Returns the profile in use for editing, without its token. */
  'profile.get': { input: z.undefined(), output: profileSchema.omit({ token: true }), permission: 'manager' },
  /** Returns how many of the hour's requests to the service are used and left. */
  'budget.get': { input: nothing, output: budgetView, permission: 'clerk' },

  /** Returns how the last request to the service went; sends none. */
  'connection.get': { input: nothing, output: connectionView, permission: 'nobody' },
  /** Asks the service whether it answers, with one of the hour's requests, and returns the connection. */
  'connection.check': { input: nothing, output: connectionView, permission: 'clerk' },
} as const satisfies Requests

/** Events about the service in use. */
export const serviceEvents = {
  /** The number of the hour's requests that are left changed. */
  'budget.changed': { payload: budgetView, permission: 'clerk' },
  /** The connection to the service changed. */
  'connection.changed': { payload: connectionView, permission: 'nobody' },
} as const satisfies Events
