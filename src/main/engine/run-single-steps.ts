import type { Address } from 'viem'
import { toAppError } from '../../shared/errors.ts'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import { isDiskError } from '../db/disk-errors.ts'
import { createStepMemory, followSteps } from './follow-steps.ts'
import { isLost } from './is-lost.ts'
import { forgetPolls, untilNextPoll } from './poll-pace.ts'
import { isPaidAfterAll, reopenStep } from './paid-after-all.ts'
import { createMinuteWatch } from './minute-watch.ts'
import { createReview, undoneSince } from './review.ts'
import { isStepOpen, type StepRecord } from './step-record.ts'
import { listEndedUndone, readTakenNonces, updateStep } from './step-repository.ts'
import type { SpendContext } from './spend-context.ts'
import { createSchedule, IDLE_MS } from './schedule.ts'
import { createSingleStepWaits, type SingleWait } from './single-step-waits.ts'

const LOOKS_AT_ONCE = 4

/** An intent with one step on chain: a revocation, a transfer or a claim. */
export interface SingleStep {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly network: FrozenNetwork
  readonly step: StepRecord
}

export interface SingleSteps {
  /** Their name in error reports. */
  readonly what: string
  readonly kind: StepRecord['kind']
  /** Lists the ids of intents that the chain can still change, oldest first. */
  listOpen(): string[]
  read(id: string): SingleStep | null
  /** Called after the commit when an intent, or what it waits for, changed. */
  onChanged(id: string): void
}

/**
 * Follows intents of one step until they settle on chain, locked or not. Reopens an intent that ended undone if the majority of nodes shows
 * within a week that it was done after all.
 */
export interface SingleStepRunner {
  /** Resumes open intents, and reviews those that ended undone; must be called only once. */
  start(): void
  /** Checks one intent, or all open ones, as soon as possible. */
  poll(id?: string): void
  /** Returns what an intent waits for until it is final; null before the first check. */
  waitOf(id: string): SingleWait | null
  /** Lists intents that have waited longer than their profile allows, with the time since when. */
  overdue(): { readonly id: string; readonly raisedAt: string }[]
  stop(): Promise<void>
}

/** Creates the runner for the ledger's open intents of one kind; it checks nothing until asked. */
export function createSingleStepRunner(
  context: SpendContext,
  { what, kind, listOpen, read, onChanged }: SingleSteps,
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

  /** Retries later if a network or a service does not answer. */
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
    // A reset network does not know the transaction, and must never receive it.
    if ((await chain.instance()) !== before.chainInstance) return IDLE_MS
    await followSteps({
      chain,
      from: before.from,
      steps: [before.step],
      registered: null,
      memory,
      monotonic,
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
    return untilNextPoll({
      chain,
      steps: [step],
      registered: null,
      memory,
      monotonic,
      ageMs: context.now() - createdAt,
    })
  }

  async function revive(id: string): Promise<void> {
    const ended = read(id)
    const service = ended && context.service(ended.profileId)
    if (!service || isStepOpen(ended.step)) return
    const chain = context.chain(ended.network, service.profile)
    if (!(await isPaidAfterAll(chain, ended.chainInstance, ended.step))) return
    reopenStep(ledger, id, ended.step)
    forgetPolls([ended.step], memory)
    waits.restart(id, { ...ended.step, state: 'signed' })
    tellSoon(id)
    schedule.now(id)
  }

  const { timer, onDiskError, onUnforeseen } = context
  const review = createReview({
    timer,
    onDiskError,
    onUnforeseen,
    what: `the review of each ended ${what}`,
    list: () => listEndedUndone(ledger, kind, undoneSince(context)).map((id) => () => revive(id)),
  })

  function poll(id?: string): void {
    for (const one of id === undefined ? listOpen() : [id]) schedule.now(one)
  }

  // Runs even if network or service is silent, or a poll fails.
  const watch = createMinuteWatch({
    timer,
    onDiskError,
    onUnforeseen,
    what: `the watch over each silent ${what}`,
    list: listOpen,
    check: (id) => noteWait(id, waits.of(id)?.what === 'connection'),
  })

  return {
    start() {
      review.start()
      watch.start()
      poll()
    },
    poll,
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
