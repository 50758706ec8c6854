import { createMinuteWatch } from '../schedule/minute-watch.ts'
import { createStepMemory } from '../steps/follow-steps.ts'
import { pollSingleStep, reviveSingleStep, type SingleStep, type SingleStepPolls } from './follow-single-step.ts'
import { attempt } from '../report-trouble.ts'
import { createReview, undoneSince } from './review.ts'
import { createSchedule, reportFailures } from '../schedule/schedule.ts'
import { createSingleStepWaits, type SingleWait } from './single-step-waits.ts'
import type { SpendContext } from '../spend-context.ts'
import type { StepRecord } from '../steps/step-record.ts'
import { listEndedUndone } from '../steps/step-repository.ts'

const POLLS_AT_ONCE = 4

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
 * Follows intents of one step until they are final on chain, locked or not. Reopens an intent that ended undone if the majority of nodes shows
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
  const { ledger, timer, monotonic } = context
  const memory = createStepMemory()
  const waits = createSingleStepWaits(context, memory)
  const polls: SingleStepPolls = { read, memory, waits, onMoved: notifySoon }

  const schedule = createSchedule({
    atOnce: POLLS_AT_ONCE,
    timer,
    monotonic,
    run: reportFailures(context, what, async (id) => {
      const { delay, lost } = await pollSingleStep(context, polls, id)
      noteWait(id, lost)
      return delay
    }),
  })

  function poll(id?: string): void {
    for (const one of id === undefined ? listOpen() : [id]) schedule.now(one)
  }

  function notifySoon(id: string): void {
    timer(0, () => ledger.open && attempt(context, `${what} ${id}`, () => onChanged(id)))
  }

  function noteWait(id: string, lost: boolean): void {
    const one = read(id)
    if (one !== null && waits.note(id, one, lost)) notifySoon(id)
  }

  const review = createReview(context, {
    what: `the review of each ended ${what}`,
    list: () => listEndedUndone(ledger, kind, undoneSince(context)).map((id) => () => revive(id)),
  })

  async function revive(id: string): Promise<void> {
    if (await reviveSingleStep(context, polls, id)) schedule.now(id)
  }

  // Runs even if network or service is silent, or a poll fails.
  const watch = createMinuteWatch(context, {
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
    overdue: () => waits.overdue(listOpen()),
    stop() {
      review.stop()
      watch.stop()
      return schedule.stop()
    },
  }
}
