import { usualPatience } from '../../src/shared/services/profile.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { MINUTE } from './draw-conditions.ts'

/** What a signed transaction waits for, as the ledger's rows show it. */
type Awaited = keyof typeof usualPatience

/** A signed transaction that has not settled. */
interface Signed {
  readonly id: string
  readonly kind: 'purchase' | 'transfer' | 'revocation'
  readonly awaited: Awaited
  /** Whether its row says that Till asks the person. */
  readonly isQuestioned: boolean
  /** Changes with every event that restarts the wait. */
  readonly mark: string
}

/** A wait that exceeded its time without a question. */
export interface Silence {
  readonly kind: Signed['kind']
  readonly awaited: Awaited
  readonly silentMinutes: number
  /** Minutes since the run began. */
  readonly afterMinutes: number
}

/** Checks that no signed transaction stays silent beyond its time. */
export interface SilenceJudge {
  readonly silences: readonly Silence[]
  /** What every signed transaction waited for; `questioned` marks a question. */
  readonly seen: ReadonlySet<string>
  /** Checks the ledger, and the ids of transfers and revocations that Till asks the person about. */
  check(ledger: WritableDb, questioned: ReadonlySet<string>): void
  /** Notes a new process whose wall clock is `behindMs` behind the previous one: its waits start no later than now. */
  began(behindMs: number): void
}

/** The watch checks once a minute, a start has a minute's grace, and this campaign polls every five minutes. */
const SLACK_MS = 3 * MINUTE + 5 * MINUTE

/** Creates a judge on the clock `now`, which nobody sets. */
export function createSilenceJudge(now: () => number): SilenceJudge {
  const start = now()
  const quiet = new Map<string, { mark: string; since: number }>()
  const silences: Silence[] = []
  const seen = new Set<string>()
  const reported = new Set<string>()
  return {
    silences,
    seen,
    check(ledger, questioned) {
      const all = listSigned(ledger)
      for (const id of quiet.keys()) if (!all.some((one) => one.id === id)) quiet.delete(id)
      for (const { id, kind, awaited, mark, ...one } of all) {
        const before = quiet.get(id)
        const isQuestioned = one.isQuestioned || questioned.has(id)
        seen.add(`${kind} ${awaited}${isQuestioned ? ' questioned' : ''}`)
        if (isQuestioned || before?.mark !== mark) quiet.set(id, { mark, since: now() })
        const silent = now() - (quiet.get(id)?.since ?? now())
        if (silent <= usualPatience[awaited] * MINUTE + SLACK_MS || reported.has(id + awaited)) continue
        reported.add(id + awaited)
        silences.push({
          kind,
          awaited,
          silentMinutes: Math.round(silent / MINUTE),
          afterMinutes: Math.round((now() - start) / MINUTE),
        })
      }
    },
    began(behindMs) {
      // Setting the clock back before a start delays a question by at most its time.
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
    const isQuestioned = row.attention !== null
    return awaited === null ? [] : [{ id, kind, awaited, isQuestioned, mark: `${awaited} ${bytes} ${block} ${events}` }]
  })
}

function awaitedOfStep({ state }: Row): Awaited | null {
  if (state === 'signed') return 'mined'
  return state === 'mined' || state === 'confirmed' ? 'final' : null
}

/** Repeats the rule independently of the code under test. */
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
