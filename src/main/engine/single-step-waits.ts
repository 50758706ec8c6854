import type { SendRefusal } from '../../shared/purchases/state.ts'
import type { StepMemory } from './follow-steps.ts'
import type { Clocks, SpendContext } from './spend-context.ts'
import { isStepOpen, type StepRecord } from './step-record.ts'
import { readSignedAt } from './step-repository.ts'
import { createWaitTimes, patienceMs } from './wait-times.ts'

/** A start gives the network this long to answer before it asks what it may be about to say. */
const GRACE_MS = 60_000

/** What a signed transaction waits for. */
export interface SingleWait {
  /**
   * What keeps it from its block; null where a block has it that is not final yet. `proof`: its nonce is used, and no node shows by
   * what; `gap`: an earlier transaction is missing.
   */
  readonly what: 'network' | 'proof' | 'gap' | 'connection' | null
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

/** What intents of one step wait for. */
export interface SingleStepWaits {
  of(id: string): SingleWait | null
  /** Notes what one waits for after a look, which reached nobody where `isLost`; returns whether that is news. */
  note(id: string, one: Waiting, isLost: boolean): boolean
  /** Measures the wait from now on: a block has it, lost it, or it is followed again. */
  restart(id: string, step: StepRecord): void
}

/** Creates the waits of a process that has polled at nothing yet. */
export function createSingleStepWaits(
  { ledger, now, monotonic, service }: Pick<SpendContext, 'ledger' | 'service'> & Clocks,
  { unclear, behindGap, refused }: Pick<StepMemory, 'unclear' | 'behindGap' | 'refused'>,
): SingleStepWaits {
  const waits = new Map<string, SingleWait>()
  const times = createWaitTimes<string>({ now, monotonic })

  function overdueSince(id: string, { profileId, step }: Waiting): number | null {
    const hash = step.signed.at(-1)?.hash
    // When a block took it is not known of an earlier process: it counts from its signing.
    const signedAt = (hash && readSignedAt(ledger, hash)) ?? now()
    const { whole, seen } = times.measure(id, beginningOf(step), signedAt)
    const over = whole - patienceMs(service(profileId)?.profile ?? null, awaitedOf(step))
    if (seen < GRACE_MS || over < 0) return null
    return waits.get(id)?.overdueSince ?? now() - over
  }

  function waitOf(id: string, one: Waiting, isLost: boolean): SingleWait | null {
    const { step } = one
    if (!isStepOpen(step)) return null
    const since = overdueSince(id, one)
    if (step.state !== 'signed') return { what: null, refusal: null, overdueSince: since }
    const { signed } = step
    const isUnclear = signed.some(({ hash }) => unclear.has(hash))
    const refusal = signed.map(({ hash }) => refused.get(hash)).find(Boolean) ?? null
    const isBehindGap = signed.some(({ hash }) => behindGap.has(hash))
    const what = isUnclear ? 'proof' : isLost ? 'connection' : isBehindGap ? 'gap' : 'network'
    return { what, refusal: what === 'network' ? refusal : null, overdueSince: since }
  }

  return {
    of: (id) => waits.get(id) ?? null,
    note(id, one, isLost) {
      const before = waits.get(id) ?? null
      const after = waitOf(id, one, isLost)
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

/** Names what began the wait of a step: new bytes begin another one. */
function beginningOf(step: StepRecord): string {
  return `${awaitedOf(step)} ${step.signed.at(-1)?.hash}`
}
