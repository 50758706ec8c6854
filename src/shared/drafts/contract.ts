import { z } from 'zod'
import { draftRowView, draftView } from '../favourites/views.ts'
import { nothing, type Requests } from '../contract-entry.ts'
import { delivery } from '../checkout/delivery.ts'

/** Requests about drafts. */
export const draftRequests = {
  /** Lists everything saved for later with the service in use, the latest first; recipients are masked while Till is locked. */
  'drafts.list': { input: nothing, output: z.array(draftRowView), permission: 'manager' },

  /** Returns a draft. AppError `locked` before an unlock: what was typed is not sent to a locked page. */
  'drafts.get': { input: z.object({ id: z.uuid() }), output: draftView, permission: 'manager' },

  /** Saves what was typed so far, without checking, pricing or paying anything; `id` names the draft that it changes. */
  'drafts.save': {
    input: z.object({
      id: z.uuid().nullable().default(null),
      ...delivery,
      paymentMethod: z.object({ networkKey: z.string().max(200), tokenKey: z.string().max(200) }).nullable(),
    }),
    output: draftView,
    permission: 'manager',
  },

  'drafts.remove': { input: z.object({ id: z.uuid() }), output: z.array(draftRowView), permission: 'manager' },
} as const satisfies Requests
