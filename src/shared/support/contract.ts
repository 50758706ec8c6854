import { z } from 'zod'
import { language } from '../scalars.ts'
import { nothing, type Requests } from '../contract-entry.ts'

/** Requests about errors, and about the report that a person sends to support. */
export const supportRequests = {
  /** Writes the report, and returns it: plain text without keys, tokens, codes, names, recipients and amounts. */
  'support.report': { input: nothing, output: z.object({ text: z.string() }), permission: 'manager' },

  /** Saves the report that was returned last, exactly as the person saw it. */
  'support.save': {
    input: z.object({ language }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },

  /** Logs an error that the page met: its name, and where in Till's files it was thrown. */
  'support.noteError': {
    input: z.object({ name: z.string().max(100), stack: z.string().max(4000) }),
    output: z.void(),
    permission: 'nobody',
  },
} as const satisfies Requests
