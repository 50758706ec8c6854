import { z } from 'zod'
import { draftRowView, draftView } from './views.ts'
import { nothing, type Requests } from '../contract-entry.ts'
import { delivery } from '../checkout/delivery.ts'

/** Requests about drafts. */
export const draftRequests = {
  /** Lists all drafts for the service in use, newest first. */
  'drafts.list': { input: nothing, output: z.array(draftRowView), permission: 'manager' },

  /** Returns a draft. Throws AppError `locked` while records cannot be read yet. */
  'drafts.get': { input: z.object({ id: z.uuid() }), output: draftView, permission: 'manager' },

  /** Saves what was typed so far, without checking, pricing or paying; `id` names the draft to change. */
  'drafts.save': {
    input: z.object({
      id: z.uuid().nullable().default(null),
      ...delivery,
      paymentMethod: z.object({ networkKey: z.string().max(200), tokenKey: z.string().max(200) }).nullable(),
    }),
    output: draftView,
    permission: 'manager',
  },

  /** Removes a draft; returns all that are left. */
  'drafts.remove': { input: z.object({ id: z.uuid() }), output: z.array(draftRowView), permission: 'manager' },
} as const satisfies Requests
