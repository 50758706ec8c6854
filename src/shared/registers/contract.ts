import { z } from 'zod'
import { address, tableForm } from '../scalars.ts'
import { exportFormats } from '../sales/export.ts'
import { registerOutcomes } from './outcomes.ts'
import { registerPurchaseView, registersView, registerView } from './views.ts'
import { nothing, type Events, type Requests } from '../contract-entry.ts'

const name = z.string().min(1).max(200)
const which = { address }

/** The requests about other registers. */
export const registerRequests = {
  /** Lists the other registers in order, with their last read data; sends no request. */
  'registers.list': { input: nothing, output: registersView, permission: 'manager' },
  /**
   * Adds a register. Throws AppError `invalid-input` for an invalid address, `not-allowed` if the list has it or its name already, if there
   * are too many, or if the policy sets the registers.
   */
  'registers.add': {
    input: z.object({ name, address: z.string().max(200) }),
    output: registersView,
    permission: 'manager',
  },
  /** Changes a register's name. Throws AppError `invalid-input` or `not-allowed` as `registers.add` does. */
  'registers.rename': { input: z.object({ ...which, name }), output: registersView, permission: 'manager' },
  /** Removes a register and its data. */
  'registers.remove': { input: z.object(which), output: registersView, permission: 'manager' },
  /**
   * Starts to read registers, one request each and one after the other, and returns at once: one, or all if `address` is null. `if-old`
   * skips those read within ten minutes; `older` continues beyond the newest purchases.
   */
  'registers.refresh': {
    input: z.object({ address: address.nullable(), how: z.enum(['if-old', 'newest', 'older']) }),
    output: registersView,
    permission: 'manager',
  },
  /** Lists a register's purchases that were read, newest first. */
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
  /** Saves a register's purchases that were read; null if the person cancels. */
  'registers.export': {
    input: z.object({ ...which, format: z.enum(exportFormats), table: tableForm }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
} as const satisfies Requests

/** Events about registers. */
export const registerEvents = {
  /** A register was read, or reading it was postponed. */
  'registers.changed': { payload: registersView, permission: 'manager' },
} as const satisfies Events
