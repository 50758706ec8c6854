import { z } from 'zod'
import { nothing, type Requests } from '../contract-entry.ts'
import { codeMarks, codeSecret, keptCodeView } from './views.ts'

const one = z.object({ id: z.uuid() })

/** The requests about codes that the user keeps. */
export const codeRequests = {
  /** Lists the codes of all purchases, or of one: those that end soonest first, used ones last. */
  'codes.list': {
    input: z.object({ purchaseId: z.uuid().nullable().default(null) }),
    output: z.array(keptCodeView),
    permission: 'manager',
  },
  /** Keeps a code of a purchase, once. Throws AppError `locked`, `not-found`, or `invalid-input` without a code. */
  'codes.keep': {
    input: z.object({
      purchaseId: z.uuid(),
      text: z.string().max(500),
      pin: z.string().max(200).nullable(),
      ...codeMarks.pick({ expiresOn: true, note: true }).shape,
    }),
    output: keptCodeView,
    permission: 'manager',
  },
  /** Returns the same code where it is kept for another purchase; null if it is not. Throws AppError `locked`. */
  'codes.findSame': {
    input: z.object({ purchaseId: z.uuid(), text: z.string().max(500) }),
    output: keptCodeView.nullable(),
    permission: 'manager',
  },
  /** Changes what is noted about a code. Throws AppError `locked`, `not-found`, or `invalid-input` if the card cannot have that left. */
  'codes.mark': { input: one.extend(codeMarks.shape), output: keptCodeView, permission: 'manager' },
  /** Forgets a code. Throws AppError `locked` or `not-found`. */
  'codes.remove': { input: one, output: nothing, permission: 'manager' },
  /** Returns a code in clear. Throws AppError `locked` or `not-found`. */
  'codes.reveal': { input: one, output: codeSecret, permission: 'manager' },
  /**
   * Copies a code or its PIN, and clears the clipboard a minute later unless it holds something else by then. Returns false if the shell
   * cannot: the page then copies it. Throws AppError `locked` or `not-found`.
   */
  'codes.copy': {
    input: one.extend({ part: z.enum(['text', 'pin']) }),
    output: z.object({ clears: z.boolean() }),
    permission: 'manager',
  },
} as const satisfies Requests
