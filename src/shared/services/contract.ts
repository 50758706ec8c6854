import { z } from 'zod'
import { checkView } from './check-views.ts'
import { addedNodeView } from '../networks/node-views.ts'
import { profileSchema } from './profile.ts'
import { appView } from '../app/views.ts'
import { budgetView, connectionView } from './views.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'

/** What a renderer may ask about the service that Till uses. */
export const serviceRequests = {
  /**
   * Asks the service for its networks, and the added nodes, and returns their answers; stores nothing. `sandbox` stands for the offered one. If
   * there is a wallet, an address that is not in use takes the password, since the request tells it something.
   */
  'profile.test': {
    input: z.union([profileSchema.extend({ password: z.string().max(1000).optional() }), z.literal('sandbox')]),
    output: z.object({
      networks: z.int(),
      requestsLeft: z.int().nullable(),
      /** A node that does not answer may be saved all the same; one of another chain is refused. */
      nodes: z.array(addedNodeView),
    }),
    permission: 'manager',
  },
  /**
   * Asks a service what a purchase needs, with at most twelve requests of the hour, and returns what fits and which settings work; stores,
   * pays and registers nothing. It takes the password as `profile.test` does.
   */
  'profile.check': {
    input: profileSchema.extend({ password: z.string().max(1000).optional() }),
    output: checkView,
    permission: 'manager',
  },
  /**
   * Saves a profile as the one in use. A token left out of an edit stays as it was; an empty one is removed. If there is a wallet it takes
   * the password: a service can take what is paid to it. Added nodes are asked once more, and one of another chain is refused.
   */
  'profile.save': {
    input: z.union([
      profileSchema.extend({ token: z.string().max(4000).optional(), password: z.string().max(1000).optional() }),
      z.literal('sandbox'),
    ]),
    output: appView,
    permission: 'manager',
  },
  /** Returns the profile in use for editing, without its token. */
  'profile.get': { input: z.undefined(), output: profileSchema.omit({ token: true }), permission: 'manager' },
  'budget.get': { input: nothing, output: budgetView, permission: 'clerk' },

  'connection.get': { input: nothing, output: connectionView, permission: 'nobody' },
} as const satisfies Requests

/** Events about the service in use. */
export const serviceEvents = {
  'budget.changed': { payload: budgetView, permission: 'clerk' },
  'connection.changed': { payload: connectionView, permission: 'nobody' },
} as const satisfies Events
