import { z } from 'zod'
import { limitsView } from './views.ts'
import { nothing, type Requests } from '../contract-entry.ts'

/** Requests about spending limits. */
export const limitRequests = {
  /** Returns the spending limits. */
  'limits.get': { input: nothing, output: limitsView, permission: 'manager' },

  /** Sets the spending limits; asks for the password every time. */
  'limits.set': {
    input: z.object({ limits: limitsView, password: z.string().min(1).max(1000) }),
    output: limitsView,
    permission: 'manager',
  },
} as const satisfies Requests
