import { usualPatience } from '../../src/shared/services/profile.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { MINUTE } from './weather.ts'

/** What something that was signed waits for, as the ledger's rows say it. */
type Awaited = keyof typeof usualPatience

/** Something that was signed and has not ended. */
interface Signed {
  readonly id: string
  readonly kind: 'purchase' | 'transfer' | 'revocation'
  readonly awaited: Awaited
  /** Whether its row says that the person is asked. */
  readonly isAsked: boolean
  /** Changes with everything that begins a wait anew. */
  readonly mark: string
}

/** Something that was silent for longer than its time. */
export interface Silence {
  readonly kind: Signed['kind']
  readonly awaited: Awaited
  readonly silentMinutes: number
  /** Since the run began. */
  readonly afterMinutes: number
}

/** Watches that nothing which was signed is silent for longer than its time. */
export interface SilenceJudge {
  readonly silences: readonly Silence[]
  /** Of everything that was signed, what it waited for; a question is counted as `asked`. */
  readonly seen: ReadonlySet<string>
  /** Looks at the ledger, and at the ids of transfers and revocations that Till asks the person about. */
  look(ledger: WritableDb, asked: ReadonlySet<string>): void
  /** A process began with its clock on the wall `behindMs` behind another one's: what it measures begins no later than now. */
  began(behindMs: number): void
}

/** The watch checks once a minute and a start has a minute's grace; what was asked about is looked at every five minutes. */
const SLACK_MS = 3 * MINUTE + 5 * MINUTE

/** Creates a judge whose time is `now`, which nobody sets. */
export function createSilenceJudge(now: () => number): SilenceJudge {
  const start = now()
  const quiet = new Map<string, { mark: string; since: number }>()
  const silences: Silence[] = []
  const seen = new Set<string>()
  const accused = new Set<string>()
  return {
    silences,
    seen,
    look(ledger, asked) {
      const all = listSigned(ledger)
      for (const id of quiet.keys()) if (!all.some((one) => one.id === id)) quiet.delete(id)
      for (const { id, kind, awaited, mark, ...one } of all) {
        const before = quiet.get(id)
        const isAsked = one.isAsked || asked.has(id)
        seen.add(`${kind} ${awaited}${isAsked ? ' asked' : ''}`)
        if (isAsked || before?.mark !== mark) quiet.set(id, { mark, since: now() })
        const silent = now() - (quiet.get(id)?.since ?? now())
        if (silent <= usualPatience[awaited] * MINUTE + SLACK_MS || accused.has(id + awaited)) continue
        accused.add(id + awaited)
        silences.push({
          ...{ kind, awaited, silentMinutes: Math.round(silent / MINUTE) },
          afterMinutes: Math.round((now() - start) / MINUTE),
        })
      }
    },
    began(behindMs) {
      // A clock that is set back before a start delays a question by its time at most.
      if (behindMs > 0) for (const one of quiet.values()) one.since = now()
    },
  }
}

interface Row {
  readonly id: string
  readonly kind: Signed['kind']
  readonly state: string
  readonly block: string | null
  readonly bytes: number
  readonly registration: string | null
  readonly status: string | null
  readonly refund: string | null
  readonly attention: string | null
  readonly events: number
}

const SQL = `SELECT i.id, i.kind, s.state, s.block_hash AS block, p.registration, p.service_status AS status, p.refund, p.attention,
    (SELECT count(*) FROM signed_transactions t WHERE t.intent_id = i.id) AS bytes,
    (SELECT count(*) FROM purchase_events e WHERE e.purchase_id = i.id
      AND json_extract(e.event, '$.type') IN ('mined', 'reorged', 'revived', 'registered', 'attention-cleared')) AS events
  FROM intents i JOIN steps s ON s.intent_id = i.id LEFT JOIN purchases p ON p.id = i.id
  WHERE s.kind IN ('pay', 'send', 'revoke')`

function listSigned(ledger: WritableDb): Signed[] {
  return (ledger.prepare(SQL).all() as Row[]).flatMap((row): Signed[] => {
    const awaited = row.kind === 'purchase' ? awaitedOfPurchase(row) : awaitedOfStep(row)
    const { id, kind, bytes, block, events } = row
    const isAsked = row.attention !== null
    return awaited === null ? [] : [{ id, kind, awaited, isAsked, mark: `${awaited} ${bytes} ${block} ${events}` }]
  })
}

function awaitedOfStep({ state }: Row): Awaited | null {
  if (state === 'signed') return 'mined'
  return state === 'mined' || state === 'confirmed' ? 'final' : null
}

/** Written down apart from the code that is judged. */
function awaitedOfPurchase(row: Row): Awaited | null {
  const { state, registration, refund } = row
  const status = row.status?.toUpperCase() ?? ''
  if (state === 'signed') return 'mined'
  if (state !== 'mined' && state !== 'confirmed' && state !== 'final') return null
  if (registration !== 'registered') return 'registered'
  const isFailed = status === 'FAILED' || status === 'REFUNDED'
  if (!isFailed && status !== 'SUCCESS' && status !== 'COMPLETED') return 'settled'
  if (isFailed && refund === 'none') return 'refunded'
  return state === 'final' ? null : 'final'
}
