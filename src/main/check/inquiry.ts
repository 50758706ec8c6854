import {
  essentialParts,
  type CheckPart,
  type CheckMessage,
  type CheckVerdict,
} from '../../shared/services/check-parts.ts'
import type { CheckRowView } from '../../shared/services/check-views.ts'
import { toAppError } from '../../shared/errors.ts'
import type { Answer } from '../service/answer/answer.ts'
import type { Exchange } from '../service/exchange/exchange.ts'
import { toTrouble, type Trouble } from './to-trouble.ts'

/** One check in progress: its requests, and its results so far. */
export interface Inquiry {
  readonly rows: readonly CheckRowView[]
  report(part: CheckPart, verdict: CheckVerdict, message: CheckMessage, values?: CheckRowView['values']): void
  /** Sends a request and returns the result; null if it failed or was not sent, which is reported. */
  ask<T>(part: CheckPart, read: (exchange: Exchange) => Promise<T>): Promise<T | null>
  /** Like `ask`, for a request that may be repeated in another form: returns the trouble without reporting it. */
  attempt<T>(read: (exchange: Exchange) => Promise<T>): Promise<{ readonly value: T } | { readonly trouble: Trouble }>
  /** Reports the trouble of a part. */
  fail(part: CheckPart, trouble: Trouble): void
  /** Returns whether the check has ended. */
  isOver(): boolean
  /** Returns whether the service gave at least one good answer. */
  isAnswered(): boolean
  /** Returns whether the service requires a valid token. */
  isTokenWanted(): boolean
  /** Returns the service's last answer, whatever its status; null if there was none. */
  lastAnswer(): Answer | null
}

/** Troubles that end a check: further requests would only meet the same. */
const ending: ReadonlySet<CheckMessage> = new Set([
  'trouble.offline',
  'trouble.limited',
  'trouble.limited-for',
  'trouble.forbidden',
  'skipped.used-up',
  'skipped.hour',
])
/** Troubles that end a check if nothing else ever came. */
const endingAtFirst: ReadonlySet<CheckMessage> = new Set(['trouble.page', 'trouble.redirect', 'trouble.broken'])
/** Troubles that end a check the second time. */
const endingAtSecond: ReadonlySet<CheckMessage> = new Set(['trouble.timeout', 'trouble.broken'])
/** Missing parts after which there is plainly no service. */
const MAX_ABSENT = 2

const broken: Trouble = { message: 'trouble.broken', values: {} }

/** Begins a check over one exchange with the service; `now` in epoch milliseconds. */
export function beginInquiry(exchange: Exchange, now: () => number): Inquiry {
  const rows: CheckRowView[] = []
  let last: Answer | null = null
  let stopped: Trouble | null = null
  let isBroken = false
  let attempts = 0
  let answered = 0
  const troubles: CheckMessage[] = []

  const recorded: Exchange = async (request) => {
    last = null
    const result = await exchange(request)
    last = result.kind === 'answer' || result.kind === 'refused' ? result.answer : null
    isBroken = result.kind === 'no-answer' && result.error.code === 'offline'
    return result
  }

  function note(trouble: Trouble): void {
    troubles.push(trouble.message)
    if (!isEnding(trouble, { troubles, attempts, answered })) return
    stopped = trouble.message.startsWith('skipped.') ? trouble : { message: 'skipped.stopped', values: {} }
  }

  const report: Inquiry['report'] = (part, verdict, message, values = {}) =>
    void rows.push({ part, verdict, message, values })

  const attempt: Inquiry['attempt'] = async (read) => {
    if (stopped !== null) return { trouble: stopped }
    attempts += 1
    last = null
    isBroken = false
    try {
      const value = await read(recorded)
      // The document is read outside this exchange, and says nothing about the service.
      if (last !== null) answered += 1
      return { value }
    } catch (thrown) {
      const trouble: Trouble = isBroken ? broken : toTrouble(toAppError(thrown), last, now())
      note(trouble)
      return { trouble }
    }
  }

  function fail(part: CheckPart, trouble: Trouble): void {
    report(part, verdictOf(part, trouble), trouble.message, trouble.values)
  }

  return {
    rows,
    report,
    attempt,
    fail,
    async ask(part, read) {
      const result = await attempt(read)
      if ('value' in result) return result.value
      fail(part, result.trouble)
      return null
    },
    isOver: () => stopped !== null,
    isAnswered: () => answered > 0,
    isTokenWanted: () => troubles.includes('trouble.unauthorized'),
    lastAnswer: () => last,
  }
}

/** Returns the verdict on a part that could not be checked. */
function verdictOf(part: CheckPart, { message }: Trouble): CheckVerdict {
  if (message.startsWith('skipped.')) return 'unknown'
  return essentialParts.has(part) ? 'fails' : 'differs'
}

/** Returns whether a trouble, the last of `troubles`, ends the check. */
function isEnding(
  { message }: Trouble,
  {
    troubles,
    attempts,
    answered,
  }: { readonly troubles: readonly CheckMessage[]; readonly attempts: number; readonly answered: number },
): boolean {
  const times = troubles.filter((one) => one === message).length
  if (message === 'trouble.absent') return answered === 0 && times >= MAX_ABSENT
  return (
    ending.has(message) || (attempts === 1 && endingAtFirst.has(message)) || (endingAtSecond.has(message) && times > 1)
  )
}
