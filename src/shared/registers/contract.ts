import { z } from 'zod'
import { address } from '../scalars.ts'
import { exportFormats } from '../sales/export.ts'
import { registerOutcomes } from './limits.ts'
import { registerPurchaseView, registersView, registerView } from './views.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'

const name = z.string().min(1).max(200)
const which = { address }

/** What a renderer may ask about other registers. */
export const registerRequests = {
  /** Lists the other registers in their order, with what was last read of them; sends no request. */
  'registers.list': { input: nothing, output: registersView, permission: 'manager' },
  /**
   * Adds a register. AppError `invalid-input` for what is no address, `not-allowed` if it or the name is in the list already, there are too
   * many, or the policy sets them.
   */
  'registers.add': {
    input: z.object({ name, address: z.string().max(200) }),
    output: registersView,
    permission: 'manager',
  },
  'registers.rename': { input: z.object({ ...which, name }), output: registersView, permission: 'manager' },
  /** Removes a register and what was read of it. */
  'registers.remove': { input: z.object(which), output: registersView, permission: 'manager' },
  /**
   * Starts to read registers, one request each and one after the other, and returns at once: one, or all if `address` is null. `if-old`
   * leaves out what was read within ten minutes; `older` reads on beyond the newest purchases.
   */
  'registers.refresh': {
    input: z.object({ address: address.nullable(), how: z.enum(['if-old', 'newest', 'older']) }),
    output: registersView,
    permission: 'manager',
  },
  /** Lists what was read of a register's purchases, the newest first. */
  'registers.purchases': {
    input: z.object({
      ...which,
      outcome: z.enum(registerOutcomes).nullable().default(null),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(60),
    }),
    output: z.object({ register: registerView, purchases: z.array(registerPurchaseView), total: z.int() }),
    permission: 'manager',
  },
  /** Saves what was read of a register's purchases; null if the person chose no place. */
  'registers.export': {
    input: z.object({ ...which, format: z.enum(exportFormats) }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
} as const satisfies Requests

/** Events about registers. */
export const registerEvents = {
  /** A register was read, or will not be for now. */
  'registers.changed': { payload: registersView, permission: 'manager' },
} as const satisfies Events
