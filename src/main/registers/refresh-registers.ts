import type { Address } from 'viem'
import { AppError, toAppError, toErrorView, type ErrorCode, type ErrorView } from '../../shared/errors.ts'
import type { RequestBudget } from '../service/budget/request-budget.ts'

/** A register to read, and which page of its list. */
export interface Look {
  readonly address: Address
  readonly how: 'newest' | 'older'
}

export interface RefresherOptions {
  /** Reads one page of a register's list. */
  read(look: Look, signal: AbortSignal): Promise<void>
  /** Returns the request budget of the service in use. */
  budget(): Pick<RequestBudget, 'isRush'>
  /** Called when a register was read, a read failed, or reading stopped. */
  onChange(): void
}

/** Reads registers one after another, until the service should not be asked for more. */
export interface Refresher {
  /** Appends the registers that are not queued yet. */
  begin(refresher: readonly Look[]): void
  /** Removes a register from the queue, with its problem. */
  drop(address: string): void
  stateOf(address: string): 'idle' | 'reading' | 'next' | 'left'
  /** Returns the problem of a register's last read; null if it succeeded. */
  problemOf(address: string): ErrorView | null
  isReading(): boolean
  /** Returns why reading stopped with registers left; null if it did not. */
  stopped(): ErrorView | null
  stop(): Promise<void>
}

/** Errors that apply to every register: another request would be wasted or do harm. */
const forAll: readonly ErrorCode[] = [
  'offline',
  'service-timeout',
  'service-unauthorized',
  'service-forbidden',
  'service-rate-limited',
  'service-budget-spent',
  'no-profile',
  'not-allowed',
  'internal',
]
/** After this many failed registers in a row the service itself counts as failing. */
const IN_A_ROW = 3

/** Creates a refresher; it reads nothing until `begin`. */
export function createRefresher(options: RefresherOptions): Refresher {
  let waiting: readonly Look[] = []
  let now: Look | null = null
  let left = new Set<string>()
  let stoppedBy: ErrorView | null = null
  const problems = new Map<string, ErrorView>()
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

  function stopBy(problem: ErrorView, at: Look): void {
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
      return left.has(address) ? 'left' : 'idle'
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

async function readOne({ read, budget }: RefresherOptions, look: Look, signal: AbortSignal): Promise<ErrorView | null> {
  try {
    // Sales come first: in a rush Till sends no request that can wait.
    if (budget().isRush())
      throw new AppError('service-budget-spent', 'Sales come quickly', { details: { reason: 'rush' } })
    await read(look, signal)
    return null
  } catch (thrown) {
    return toErrorView(toAppError(thrown))
  }
}
