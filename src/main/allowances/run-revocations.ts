import { toAppError } from '../../shared/errors.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { followSteps, type StepMemory } from '../journal/follow-steps.ts'
import { isStepOpen } from '../journal/step-record.ts'
import { updateStep } from '../journal/step-repository.ts'
import { IDLE_MS, chainDelay } from '../purchases/pace.ts'
import { createSchedule } from '../purchases/schedule.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { listOpenRevocations, readRevocation, type RevocationRecord } from './revocation-repository.ts'

const LOOKS_AT_ONCE = 4

/** Takes every revocation to its end on chain, for as long as the process lives, locked or not. */
export interface RevocationRunner {
  /** Looks at one revocation, or at all that are open, as soon as it can. */
  look(id?: string): void
  stop(): Promise<void>
}

/** Builds the runner over the ledger's open revocations; nothing is looked at before it is asked to. `onMoved`: one changed. */
export function createRevocationRunner(context: AllowancesContext, onMoved: () => void): RevocationRunner {
  const { ledger } = context
  const memory: StepMemory = { sent: new Map(), usedBy: new Map() }

  const schedule = createSchedule({
    atOnce: LOOKS_AT_ONCE,
    timer: context.timer,
    monotonic: context.monotonic,
    async run(id) {
      try {
        return await follow(id)
      } catch (error) {
        if (isDiskError(error)) context.onDiskError(error)
        else if (toAppError(error).code === 'internal') context.onUnforeseen(error, `revocation ${id}`)
        return IDLE_MS
      }
    },
  })

  async function follow(id: string): Promise<number | null> {
    const before = readRevocation(ledger, id)
    if (before === null || !isStepOpen(before.step)) return null
    const service = context.service(before.profileId)
    if (service === null) return IDLE_MS
    const chain = context.chain(before.network, service.profile)
    // A network that was set up anew has nothing of it, and must never be sent it.
    if ((await chain.instance()) !== before.chainInstance) return IDLE_MS
    await followSteps({
      ...{ chain, from: before.from, steps: [before.step], told: null, memory, monotonic: context.monotonic },
      commit(step, _event, change) {
        updateStep(ledger, id, step, change)
        onMoved()
        return true
      },
      together: (work) => ledger.transaction(work).immediate(),
    })
    return nextLook(readRevocation(ledger, id) ?? before)
  }

  function nextLook({ createdAt, step }: RevocationRecord): number | null {
    return isStepOpen(step) ? chainDelay({ createdAt, state: { payment: step.state } }, context.now()) : null
  }

  return {
    look(id) {
      for (const one of id === undefined ? listOpenRevocations(ledger) : [id]) schedule.now(one)
    },
    stop: schedule.stop,
  }
}
