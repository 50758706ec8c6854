import type { Address } from 'viem'
import { toAppError } from '../../shared/errors.ts'
import type { Profile } from '../../shared/profile.ts'
import type { Timer } from '../../shared/timer.ts'
import type { Chain } from '../chain/chain.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { createStepMemory, followSteps } from './follow-steps.ts'
import { isLost } from './is-lost.ts'
import { forgetLooks, untilNextLook } from './look-pace.ts'
import { isPaidAfterAll, reopenStep } from './paid-after-all.ts'
import { createMinuteWatch } from './minute-watch.ts'
import { createReview, undoneSince } from './review.ts'
import { isStepOpen, type StepRecord } from './step-record.ts'
import { listEndedUndone, readTakenNonces, updateStep } from './step-repository.ts'
import { createSchedule, IDLE_MS } from './schedule.ts'
import { createSingleStepWaits, type SingleWait, type WaitsContext } from './single-step-waits.ts'

const LOOKS_AT_ONCE = 4

/** What the runner works with; `Network` is a network as its intents froze it. */
export interface SingleStepContext<Network> extends WaitsContext {
  readonly timer: Timer
  chain(network: Network, profile: Profile): Chain
  onDiskError(error: unknown): void
  onUnforeseen(error: unknown, what: string): void
}

/** An intent with one step on chain: an allowance being taken back, or coins being sent. */
export interface SingleStep<Network> {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly network: Network
  readonly step: StepRecord
}

export interface SingleSteps<Network> {
  /** What they are called where something goes wrong. */
  readonly what: string
  readonly kind: StepRecord['kind']
  /** Ids of those that the chain can still change, oldest first. */
  listOpen(): string[]
  read(id: string): SingleStep<Network> | null
  /** One changed, or what it waits for; called once the commit that changed it is through. */
  onChanged(id: string): void
}

/**
 * Takes intents of one step to their end on chain, for as long as the process lives, locked or not. What ended undone is taken up again where
 * most nodes show for a week afterwards that it was done.
 */
export interface SingleStepRunner {
  /** Takes up what is open, and reviews what ended undone; to be called once. */
  start(): void
  /** Looks at one, or at all that are open, as soon as it can. */
  look(id?: string): void
  /** What one waits for until it is final; null before the first look. */
  waitOf(id: string): SingleWait | null
  /** Those that wait longer than their profile allows, with since when. */
  overdue(): { readonly id: string; readonly raisedAt: string }[]
  stop(): Promise<void>
}

/** Builds the runner over the ledger's open intents of one kind; nothing is looked at before it is asked to. */
export function createSingleStepRunner<Network>(
  context: SingleStepContext<Network>,
  { what, kind, listOpen, read, onChanged }: SingleSteps<Network>,
): SingleStepRunner {
  const { ledger, monotonic } = context
  const memory = createStepMemory()
  const waits = createSingleStepWaits(context, memory)

  const tellSoon = (id: string): void => void context.timer(0, () => ledger.open && onChanged(id))

  const schedule = createSchedule({
    atOnce: LOOKS_AT_ONCE,
    timer: context.timer,
    monotonic,
    async run(id) {
      try {
        const { delay, lost } = await tryToFollow(id)
        noteWait(id, lost)
        return delay
      } catch (error) {
        if (isDiskError(error)) context.onDiskError(error)
        else context.onUnforeseen(error, `${what} ${id}`)
        return IDLE_MS
      }
    },
  })

  /** A network or a service that does not answer is asked again. */
  async function tryToFollow(id: string): Promise<{ delay: number | null; lost: boolean }> {
    try {
      return { delay: await follow(id), lost: false }
    } catch (thrown) {
      const error = toAppError(thrown)
      if (isDiskError(thrown) || error.code === 'internal') throw thrown
      return { delay: IDLE_MS, lost: isLost(error) }
    }
  }

  function noteWait(id: string, lost: boolean): void {
    const one = read(id)
    if (one !== null && waits.note(id, one, lost)) tellSoon(id)
  }

  async function follow(id: string): Promise<number | null> {
    const before = read(id)
    if (before === null || !isStepOpen(before.step)) return null
    const service = context.service(before.profileId)
    if (service === null) return IDLE_MS
    const chain = context.chain(before.network, service.profile)
    // A network that was set up again has nothing of it, and must never be sent it.
    if ((await chain.instance()) !== before.chainInstance) return IDLE_MS
    await followSteps({
      ...{ chain, from: before.from, steps: [before.step], told: null, memory, monotonic },
      isTaken: (nonce) => readTakenNonces(ledger, before.chainInstance, before.from, nonce).has(nonce),
      commit(step, event, change) {
        updateStep(ledger, id, step, change)
        if (event === 'mined' || event === 'reorged') waits.restart(id, { ...step, ...change })
        tellSoon(id)
        return true
      },
      together: (work) => ledger.transaction(work).immediate(),
    })
    const { createdAt, step } = read(id) ?? before
    return untilNextLook({ chain, steps: [step], told: null, memory, monotonic, ageMs: context.now() - createdAt })
  }

  async function revive(id: string): Promise<void> {
    const ended = read(id)
    const service = ended && context.service(ended.profileId)
    if (!service || isStepOpen(ended.step)) return
    const chain = context.chain(ended.network, service.profile)
    if (!(await isPaidAfterAll(chain, ended.chainInstance, ended.step))) return
    reopenStep(ledger, id, ended.step)
    forgetLooks([ended.step], memory)
    waits.restart(id, { ...ended.step, state: 'signed' })
    tellSoon(id)
    schedule.now(id)
  }

  const { timer, onDiskError, onUnforeseen } = context
  const review = createReview({
    ...{ timer, onDiskError, onUnforeseen, what: `the review of each ended ${what}` },
    list: () => listEndedUndone(ledger, kind, undoneSince(context)).map((id) => () => revive(id)),
  })

  function look(id?: string): void {
    for (const one of id === undefined ? listOpen() : [id]) schedule.now(one)
  }

  // Whoever is silent, and whatever goes wrong with a look.
  const watch = createMinuteWatch({
    ...{ timer, onDiskError, onUnforeseen, what: `the watch over each silent ${what}`, list: listOpen },
    check: (id) => noteWait(id, waits.of(id)?.what === 'connection'),
  })

  return {
    start() {
      review.start()
      watch.start()
      look()
    },
    look,
    waitOf: waits.of,
    overdue: () =>
      listOpen().flatMap((id) => {
        const since = waits.of(id)?.overdueSince ?? null
        return since === null ? [] : [{ id, raisedAt: new Date(since).toISOString() }]
      }),
    stop() {
      review.stop()
      watch.stop()
      return schedule.stop()
    },
  }
}
