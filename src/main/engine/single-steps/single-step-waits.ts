import type { SendRefusal } from '../../../shared/purchases/state.ts'
import type { StepMemory } from '../steps/follow-steps.ts'
import type { Clocks, SpendContext } from '../spend-context.ts'
import { isStepOpen, type StepRecord } from '../steps/step-record.ts'
import { readSignedAt } from '../steps/step-repository.ts'
import { createWaitTimes, patienceMs } from '../schedule/wait-times.ts'

/** After a start the network has this long to answer before the person is asked. */
const GRACE_MS = 60_000

/** What a signed transaction waits for. */
export interface SingleWait {
  /**
   * Why it is in no block yet; null if it is in one that is not final. `proof`: its nonce is used, and no node shows the transaction that
   * used it; `gap`: an earlier transaction is missing.
   */
  readonly what: 'network' | 'proof' | 'gap' | 'connection' | null
  /** Why all nodes refuse it, if they give a reason. */
  readonly refusal: SendRefusal | null
  /** When its wait exceeded its profile's patience (epoch milliseconds); null before that. */
  readonly overdueSince: number | null
}

/** The facts read of a single-step intent. */
interface Waiting {
  readonly profileId: string
  readonly step: StepRecord
}

/** What single-step intents wait for. */
export interface SingleStepWaits {
  of(id: string): SingleWait | null
  /** Lists those of `ids` that have waited longer than their profile allows, with the time since when, as an ISO date. */
  overdue(ids: readonly string[]): { readonly id: string; readonly raisedAt: string }[]
  /** Notes what an intent waits for after a poll, which reached no node if `reachedNoNode`; returns whether that changed. */
  note(id: string, one: Waiting, reachedNoNode: boolean): boolean
  /** Restarts the measured wait: a block contains it or lost it, or it is followed again. */
  restart(id: string, step: StepRecord): void
}

/** Creates the waits of a process that has not polled yet. */
export function createSingleStepWaits(
  { ledger, now, monotonic, service }: Pick<SpendContext, 'ledger' | 'service'> & Clocks,
  { unclear, behindGap, refused }: Pick<StepMemory, 'unclear' | 'behindGap' | 'refused'>,
): SingleStepWaits {
  const waits = new Map<string, SingleWait>()
  const times = createWaitTimes<string>({ now, monotonic })

  function overdueSince(id: string, { profileId, step }: Waiting): number | null {
    const hash = step.signed.at(-1)?.hash
    // An earlier process did not store when a block took it, so the wait counts from its signing.
    const signedAt = (hash && readSignedAt(ledger, hash)) ?? now()
    const { whole, seen } = times.measure(id, beginningOf(step), signedAt)
    const over = whole - patienceMs(service(profileId)?.profile ?? null, awaitedOf(step))
    if (seen < GRACE_MS || over < 0) return null
    return waits.get(id)?.overdueSince ?? now() - over
  }

  function waitOf(id: string, one: Waiting, reachedNoNode: boolean): SingleWait | null {
    const { step } = one
    if (!isStepOpen(step)) return null
    const since = overdueSince(id, one)
    if (step.state !== 'signed') return { what: null, refusal: null, overdueSince: since }
    const { signed } = step
    const isUnclear = signed.some(({ hash }) => unclear.has(hash))
    const refusal = signed.map(({ hash }) => refused.get(hash)).find(Boolean) ?? null
    const isBehindGap = signed.some(({ hash }) => behindGap.has(hash))
    const what = isUnclear ? 'proof' : reachedNoNode ? 'connection' : isBehindGap ? 'gap' : 'network'
    return { what, refusal: what === 'network' ? refusal : null, overdueSince: since }
  }

  return {
    of: (id) => waits.get(id) ?? null,
    overdue: (ids) =>
      ids.flatMap((id) => {
        const since = waits.get(id)?.overdueSince ?? null
        return since === null ? [] : [{ id, raisedAt: new Date(since).toISOString() }]
      }),
    note(id, one, reachedNoNode) {
      const before = waits.get(id) ?? null
      const after = waitOf(id, one, reachedNoNode)
      if (after === null) times.forget(id)
      if (after === null) waits.delete(id)
      else waits.set(id, after)
      return (
        before?.what !== after?.what ||
        before?.refusal !== after?.refusal ||
        before?.overdueSince !== after?.overdueSince
      )
    },
    restart(id, step) {
      waits.delete(id)
      times.restart(id, beginningOf(step))
    },
  }
}

function awaitedOf({ state }: StepRecord): 'mined' | 'final' {
  return state === 'signed' ? 'mined' : 'final'
}

/** Returns what started the wait of a step: new bytes start another wait. */
function beginningOf(step: StepRecord): string {
  return `${awaitedOf(step)} ${step.signed.at(-1)?.hash}`
}
