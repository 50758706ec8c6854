import type { Hash } from 'viem'
import { usualPatience, type Profile } from '../../shared/profile.ts'
import type { SendRefusal } from '../../shared/purchase.ts'
import type { Database } from '../db/open-database.ts'
import type { StepMemory } from './follow-steps.ts'
import type { StepRecord } from './step-record.ts'
import { readSignedAt } from './step-repository.ts'

const MINUTE = 60_000
/** A start gives the network this long to answer before it asks what it may be about to say. */
const GRACE_MS = MINUTE

export interface WaitsContext {
  readonly ledger: Database
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back, of this process only. */
  readonly monotonic: () => number
  /** The service of a profile by its id; null where the profile is not known any more. */
  service(profileId: string): { readonly profile: Profile } | null
}

/** What keeps a signed transaction from its block. */
export interface SingleWait {
  /** `proof`: its nonce is used, and no node shows by what; `gap`: an earlier transaction is missing. */
  readonly what: 'network' | 'proof' | 'gap' | 'connection'
  /** Why no node takes it, where they say why. */
  readonly refusal: SendRefusal | null
  /** Since when it waits longer than its profile allows (epoch milliseconds); null before that. */
  readonly overdueSince: number | null
}

/** What is read of an intent of one step. */
interface Waiting {
  readonly profileId: string
  readonly step: StepRecord
}

/** A wait as this process measures it: a clock that is set back or forward meanwhile changes nothing. */
interface Measured {
  readonly hash: Hash | undefined
  /** Milliseconds that it had lasted, by the clock on the wall, when this process first saw it. */
  readonly before: number
  /** When that was, by the monotonic clock. */
  readonly seenAt: number
}

/** What intents of one step wait for. */
export interface SingleStepWaits {
  of(id: string): SingleWait | null
  /** Notes what one waits for after a look; returns whether that is news. */
  note(id: string, one: Waiting, isLost: boolean): boolean
  /** Measures the wait from now on: its block was taken back, or it is followed again. */
  restart(id: string, step: StepRecord): void
}

/** Creates the waits of a process that has looked at nothing yet. */
export function createSingleStepWaits(
  { ledger, now, monotonic, service }: WaitsContext,
  { unclear, behindGap, refused }: Pick<StepMemory, 'unclear' | 'behindGap' | 'refused'>,
): SingleStepWaits {
  const waits = new Map<string, SingleWait>()
  const measured = new Map<string, Measured>()

  function overdueSince(id: string, { profileId, step }: Waiting): number | null {
    const hash = step.signed.at(-1)?.hash
    const known = measured.get(id)
    const signedAt = (hash && readSignedAt(ledger, hash)) ?? now()
    const first = { hash, before: Math.max(0, now() - signedAt), seenAt: monotonic() }
    const wait = known !== undefined && known.hash === hash ? known : first
    measured.set(id, wait)
    const seen = monotonic() - wait.seenAt
    const { mined } = service(profileId)?.profile.patienceMinutes ?? usualPatience
    const over = wait.before + seen - mined * MINUTE
    if (seen < GRACE_MS || over < 0) return null
    return waits.get(id)?.overdueSince ?? now() - over
  }

  function waitOf(id: string, one: Waiting, isLost: boolean): SingleWait | null {
    const { state, signed } = one.step
    if (state !== 'signed') return null
    const isUnclear = signed.some(({ hash }) => unclear.has(hash))
    const refusal = signed.map(({ hash }) => refused.get(hash)).find(Boolean) ?? null
    const isBehindGap = signed.some(({ hash }) => behindGap.has(hash))
    const what = isUnclear ? 'proof' : isLost ? 'connection' : isBehindGap ? 'gap' : 'network'
    return { what, refusal: what === 'network' ? refusal : null, overdueSince: overdueSince(id, one) }
  }

  return {
    of: (id) => waits.get(id) ?? null,
    note(id, one, isLost) {
      const before = waits.get(id) ?? null
      const after = waitOf(id, one, isLost)
      if (after === null) waits.delete(id)
      else waits.set(id, after)
      return (
        before?.what !== after?.what ||
        before?.refusal !== after?.refusal ||
        before?.overdueSince !== after?.overdueSince
      )
    },
    restart(id, { signed }) {
      measured.set(id, { hash: signed.at(-1)?.hash, before: 0, seenAt: monotonic() })
    },
  }
}
