import type { Address } from 'viem'
import { toAppError } from '../../shared/errors.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { followSteps, type StepMemory } from '../engine/follow-steps.ts'
import { isStepOpen, type StepRecord } from '../engine/step-record.ts'
import { updateStep } from '../engine/step-repository.ts'
import { IDLE_MS, chainDelay } from './pace.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { FrozenTerms } from './purchase-record.ts'
import { createSchedule } from '../engine/schedule.ts'

const LOOKS_AT_ONCE = 4

/** An intent with one step on chain: an allowance being taken back, or coins being sent. */
export interface SingleStep {
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly network: FrozenTerms['network']
  readonly step: StepRecord
}

export interface SingleSteps {
  /** What they are called where something goes wrong. */
  readonly what: string
  /** Ids of those that the chain can still change, oldest first. */
  listOpen(): string[]
  read(id: string): SingleStep | null
  /** One changed. */
  onMoved(id: string): void
}

/** Takes intents of one step to their end on chain, for as long as the process lives, locked or not. */
export interface SingleStepRunner {
  /** Looks at one, or at all that are open, as soon as it can. */
  look(id?: string): void
  stop(): Promise<void>
}

/** Builds the runner over the ledger's open intents of one kind; nothing is looked at before it is asked to. */
export function createSingleStepRunner(
  context: Pick<
    PurchaseContext,
    'ledger' | 'now' | 'monotonic' | 'timer' | 'service' | 'chain' | 'onDiskError' | 'onUnforeseen'
  >,
  { what, listOpen, read, onMoved }: SingleSteps,
): SingleStepRunner {
  const { ledger } = context
  const memory: StepMemory = { sent: new Map(), refused: new Map(), unclear: new Map() }

  const schedule = createSchedule({
    atOnce: LOOKS_AT_ONCE,
    timer: context.timer,
    monotonic: context.monotonic,
    async run(id) {
      try {
        return await follow(id)
      } catch (error) {
        if (isDiskError(error)) context.onDiskError(error)
        else if (toAppError(error).code === 'internal') context.onUnforeseen(error, `${what} ${id}`)
        return IDLE_MS
      }
    },
  })

  async function follow(id: string): Promise<number | null> {
    const before = read(id)
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
        onMoved(id)
        return true
      },
      together: (work) => ledger.transaction(work).immediate(),
    })
    const { createdAt, step } = read(id) ?? before
    return isStepOpen(step) ? chainDelay({ createdAt, state: { payment: step.state } }, context.now()) : null
  }

  return {
    look(id) {
      for (const one of id === undefined ? listOpen() : [id]) schedule.now(one)
    },
    stop: schedule.stop,
  }
}
