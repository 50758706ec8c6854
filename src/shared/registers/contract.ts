import { z } from 'zod'
import { addressView } from '../wallet/views.ts'
import { exportFormats } from '../sales/export.ts'
import { tillOutcomes } from './limits.ts'
import { tillPurchaseView, tillsView, tillView } from './views.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'

const name = z.string().min(1).max(200)
const which = { address: addressView }

/** What a renderer may ask about other tills. */
export const registerRequests = {
  /** Lists the other registers in their order, with what was last read of them; sends no request. */
  'tills.list': { input: nothing, output: tillsView, permission: 'manager' },
  /**
   * Adds a register. AppError `invalid-input` for what is no address, `not-allowed` if it or the name is in the list already, there are too
   * many, or the policy sets them.
   */
  'tills.add': { input: z.object({ name, address: z.string().max(200) }), output: tillsView, permission: 'manager' },
  'tills.rename': { input: z.object({ ...which, name }), output: tillsView, permission: 'manager' },
  /** Removes a register and what was read of it. */
  'tills.remove': { input: z.object(which), output: tillsView, permission: 'manager' },
  /**
   * Starts to read registers, one request each and one after the other, and returns at once: one, or all if `address` is null. `if-old`
   * leaves out what was read within ten minutes; `older` reads on beyond the newest purchases.
   */
  'tills.look': {
    input: z.object({ address: addressView.nullable(), how: z.enum(['if-old', 'newest', 'older']) }),
    output: tillsView,
    permission: 'manager',
  },
  /** Lists what was read of a register's purchases, the newest first. */
  'tills.purchases': {
    input: z.object({
      ...which,
      outcome: z.enum(tillOutcomes).nullable().default(null),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(60),
    }),
    output: z.object({ till: tillView, purchases: z.array(tillPurchaseView), total: z.int() }),
    permission: 'manager',
  },
  /** Saves what was read of a register's purchases; null if the person chose no place. */
  'tills.export': {
    input: z.object({ ...which, format: z.enum(exportFormats) }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
} as const satisfies Requests

/** Events about registers. */
export const registerEvents = {
  /** A register was read, or will not be for now. */
  'tills.changed': { payload: tillsView, permission: 'manager' },
} as const satisfies Events
