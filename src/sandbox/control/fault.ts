import { z } from 'zod'
import { operations } from '../service/operations.ts'

const text = z.record(z.string(), z.string())
const answer = {
  /** The request takes effect first; only its answer is lost or replaced. */
  afterEffect: z.boolean().default(false),
}

const kind = z.discriminatedUnion('kind', [
  /** Waits, then answers as usual. */
  z.object({ kind: z.literal('delay'), milliseconds: z.int().min(0).max(600_000) }),
  /** Never answers. */
  z.object({ kind: z.literal('timeout'), ...answer }),
  /** Resets the connection. */
  z.object({ kind: z.literal('reset'), ...answer }),
  /** Answers with any status. A text `body` is sent as it is, anything else as JSON. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    headers: text.default({}),
    body: z.unknown().optional(),
    ...answer,
  }),
  z.object({
    kind: z.literal('redirect'),
    location: z.string(),
    status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).default(302),
    ...answer,
  }),
  /** Answers with this many megabytes of JSON. */
  z.object({ kind: z.literal('huge'), megabytes: z.int().min(1).max(1000).default(50), ...answer }),
  /** The right answer, cut in half, as a complete HTTP answer. */
  z.object({ kind: z.literal('truncated-json') }),
  /** The right answer, with the connection closed half-way. */
  z.object({ kind: z.literal('cut-off') }),
  /** The right answer, a few bytes at a time. */
  z.object({
    kind: z.literal('slow-drip'),
    bytes: z.int().min(1).max(100_000).default(16),
    everyMilliseconds: z.int().min(1).max(60_000).default(200),
  }),
  /** The right answer with numbers for texts, texts for numbers, and objects for lists. */
  z.object({ kind: z.literal('wrong-types') }),
  /** The right answer without the members with these names, at any depth. */
  z.object({ kind: z.literal('missing-fields'), fields: z.array(z.string()).min(1) }),
  /** The right answer with members changed: keys are paths (`transactions.0.status`); null removes one. */
  z.object({ kind: z.literal('patch'), changes: z.record(z.string(), z.unknown()) }),
])

export const faultSchema = z.intersection(
  z.object({
    operation: z.enum([...operations, '*']),
    /** How many requests it strikes. */
    times: z.int().min(1).max(1_000_000).default(1),
    /** How many requests pass before it strikes. */
    skip: z.int().min(0).max(1_000_000).default(0),
    /** Strikes only requests whose address or body contains this, such as a wallet's address; ignores case. */
    about: z.string().min(1).max(200).optional(),
  }),
  kind,
)

export type Fault = z.output<typeof faultSchema>

/** The names of all fault kinds. */
export const faultKinds = kind.options.map(({ shape }) => shape.kind.value)
