import type { Address } from 'viem'
import { AppError, toAppError, type ErrorCode, type ErrorDetails } from '../../shared/errors.ts'
import type { RequestBudget } from '../service/budget/request-budget.ts'

/** What a till's list is read for. */
export interface Look {
  readonly address: Address
  readonly how: 'newest' | 'older'
}

/** Why a register was not read. */
export interface LookProblem {
  readonly code: ErrorCode
  readonly details: ErrorDetails
}

export interface RefresherOptions {
  /** Reads one page of a till's list. */
  read(look: Look, signal: AbortSignal): Promise<void>
  /** Of the service that is asked. */
  budget(): Pick<RequestBudget, 'isRush'>
  /** A register was read or not, or reading stopped. */
  onChange(): void
}

/** Reads registers one after the other, as long as nothing speaks against asking the service for more. */
export interface Refresher {
  /** Adds what is not waiting already, behind what is. */
  begin(refresher: readonly Look[]): void
  /** What has nothing to read any more. */
  drop(address: string): void
  stateOf(address: string): 'rests' | 'reading' | 'next' | 'left'
  /** What went wrong with a register when it was last read; null where nothing did. */
  problemOf(address: string): LookProblem | null
  isReading(): boolean
  /** Why it stopped with registers left to read; null where it did not. */
  stopped(): LookProblem | null
  stop(): Promise<void>
}

/** What stands for every register alike: one more request would be wasted, or would harm. */
const forAll: readonly ErrorCode[] = [
  ...(['offline', 'service-timeout', 'service-unauthorized', 'service-forbidden'] as const),
  ...(['service-rate-limited', 'service-budget-spent', 'no-profile', 'not-allowed', 'internal'] as const),
]
/** After so many registers in a row that could not be read, the service itself is taken to be in trouble. */
const IN_A_ROW = 3

/** Builds what reads registers; it does so only when it is told to. */
export function createRefresher(options: RefresherOptions): Refresher {
  let waiting: readonly Look[] = []
  let now: Look | null = null
  let left = new Set<string>()
  let stoppedBy: LookProblem | null = null
  const problems = new Map<string, LookProblem>()
  const giveUp = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    let failed = 0
    for (;;) {
      const [next, ...rest] = waiting
      if (next === undefined || giveUp.signal.aborted) break
      ;[now, waiting] = [next, rest]
      options.onChange()
      const problem = await readOne(options, next, giveUp.signal)
      now = null
      if (giveUp.signal.aborted) break
      failed = problem === null ? 0 : failed + 1
      if (problem === null) problems.delete(next.address)
      else if (forAll.includes(problem.code) || (failed >= IN_A_ROW && waiting.length > 0)) stopBy(problem, next)
      else problems.set(next.address, problem)
    }
    now = null
    if (!giveUp.signal.aborted) options.onChange()
  }

  function stopBy(problem: LookProblem, at: Look): void {
    stoppedBy = problem
    left = new Set([at, ...waiting].map(({ address }) => address))
    waiting = []
  }

  return {
    begin(refresher) {
      const known = new Set([now, ...waiting].map((one) => one?.address))
      const isIdle = now === null && waiting.length === 0
      waiting = [...waiting, ...refresher.filter(({ address }) => !known.has(address))]
      if (!isIdle || waiting.length === 0) return
      ;[stoppedBy, left] = [null, new Set()]
      running = run()
    },
    drop(address) {
      waiting = waiting.filter((look) => look.address !== address)
      left.delete(address)
      problems.delete(address)
      if (left.size === 0) stoppedBy = null
    },
    stateOf(address) {
      if (now?.address === address) return 'reading'
      if (waiting.some((look) => look.address === address)) return 'next'
      return left.has(address) ? 'left' : 'rests'
    },
    problemOf: (address) => problems.get(address) ?? null,
    isReading: () => now !== null || waiting.length > 0,
    stopped: () => stoppedBy,
    async stop() {
      giveUp.abort()
      await running
    },
  }
}

async function readOne(
  { read, budget }: RefresherOptions,
  look: Look,
  signal: AbortSignal,
): Promise<LookProblem | null> {
  try {
    // What sales need is theirs: while they come quickly nothing is asked that can wait.
    if (budget().isRush())
      throw new AppError('service-budget-spent', 'Sales come quickly', { details: { reason: 'rush' } })
    await read(look, signal)
    return null
  } catch (thrown) {
    const { code, details = {} } = toAppError(thrown)
    return { code, details }
  }
}
