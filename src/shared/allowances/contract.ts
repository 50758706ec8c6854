import { z } from 'zod'
import { allowancesView, revocationOfferView } from './views.ts'
import { feeActions, feeOfferView, feePassword } from '../transactions/views.ts'
import type { Events, Requests } from '../contract-entry.ts'

/** The requests about the contracts' allowances. */
export const allowanceRequests = {
  /** Lists what contracts can still spend from the wallet, read from the networks. */
  'allowances.list': {
    input: z.object({ fresh: z.boolean().default(false) }),
    output: allowancesView,
    permission: 'manager',
  },
  /** Returns what a revocation costs. */
  'allowances.offerRevoke': {
    input: z.object({ id: z.string().max(300) }),
    output: revocationOfferView,
    permission: 'manager',
  },
  /** Signs and sends exactly what was offered; returns the list as soon as it is stored. */
  'allowances.confirmRevoke': {
    input: z.object({ offerKey: z.uuid(), feePassword }),
    output: allowancesView,
    permission: 'manager',
  },
  /** Returns what it costs to speed up or cancel a waiting revocation; `id` is the revocation's. */
  'allowances.offerFee': {
    input: z.object({ id: z.uuid(), action: z.enum(feeActions) }),
    output: feeOfferView,
    permission: 'manager',
  },
  /** Signs and sends exactly what was offered; returns the list as soon as it is stored. */
  'allowances.confirmFee': {
    input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }),
    output: allowancesView,
    permission: 'manager',
  },
} as const satisfies Requests

/** Events about allowances. */
export const allowanceEvents = {
  /** What contracts can still spend changed. */
  'allowances.changed': { payload: allowancesView, permission: 'manager' },
} as const satisfies Events
