import {
  essentialParts,
  type CheckPart,
  type CheckSaying,
  type CheckVerdict,
} from '../../shared/services/check-parts.ts'
import type { CheckRowView } from '../../shared/services/check-views.ts'
import { toAppError } from '../../shared/errors.ts'
import type { Answer } from '../service/answer/answer.ts'
import type { Exchange } from '../service/exchange/exchange.ts'
import { troubleOf, type Trouble } from './trouble-of.ts'

/** One check in progress: its requests, and its results so far. */
export interface Inquiry {
  readonly rows: readonly CheckRowView[]
  say(part: CheckPart, verdict: CheckVerdict, said: CheckSaying, values?: CheckRowView['values']): void
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
const ending: ReadonlySet<CheckSaying> = new Set([
  ...([
    'trouble.offline',
    'trouble.limited',
    'trouble.limited-for',
    'trouble.forbidden',
    'unasked.used-up',
    'unasked.hour',
  ] as const),
])
/** Troubles that end a check if nothing else ever came. */
const endingAtFirst: ReadonlySet<CheckSaying> = new Set(['trouble.page', 'trouble.redirect', 'trouble.broken'])
/** Troubles that end a check the second time. */
const endingAtSecond: ReadonlySet<CheckSaying> = new Set(['trouble.timeout', 'trouble.broken'])
/** Missing parts after which there is plainly no service. */
const MOST_ABSENT = 2

const broken: Trouble = { said: 'trouble.broken', values: {} }

/** Begins a check over one exchange with the service; `now` in epoch milliseconds. */
export function beginInquiry(exchange: Exchange, now: () => number): Inquiry {
  const rows: CheckRowView[] = []
  let last: Answer | null = null
  let stopped: Trouble | null = null
  let isBroken = false
  let asked = 0
  let answered = 0
  const troubles: CheckSaying[] = []

  const recorded: Exchange = async (request) => {
    last = null
    const result = await exchange(request)
    last = result.kind === 'answer' || result.kind === 'refused' ? result.answer : null
    isBroken = result.kind === 'no-answer' && result.error.code === 'offline'
    return result
  }

  function note(trouble: Trouble): void {
    troubles.push(trouble.said)
    if (!isEnding(trouble, { troubles, asked, answered })) return
    stopped = trouble.said.startsWith('unasked.') ? trouble : { said: 'unasked.stopped', values: {} }
  }

  const say: Inquiry['say'] = (part, verdict, said, values = {}) => void rows.push({ part, verdict, said, values })

  const attempt: Inquiry['attempt'] = async (read) => {
    if (stopped !== null) return { trouble: stopped }
    asked += 1
    last = null
    isBroken = false
    try {
      const value = await read(recorded)
      // The document is read outside this exchange, and says nothing about the service.
      if (last !== null) answered += 1
      return { value }
    } catch (thrown) {
      const trouble: Trouble = isBroken ? broken : troubleOf(toAppError(thrown), last, now())
      note(trouble)
      return { trouble }
    }
  }

  function fail(part: CheckPart, trouble: Trouble): void {
    const isUnasked = trouble.said.startsWith('unasked.')
    say(part, isUnasked ? 'unknown' : essentialParts.has(part) ? 'fails' : 'differs', trouble.said, trouble.values)
  }

  return {
    rows,
    say,
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

/** Returns whether a trouble, the last of `troubles`, ends the check. */
function isEnding(
  { said }: Trouble,
  {
    troubles,
    asked,
    answered,
  }: { readonly troubles: readonly CheckSaying[]; readonly asked: number; readonly answered: number },
): boolean {
  const times = troubles.filter((one) => one === said).length
  if (said === 'trouble.absent') return answered === 0 && times >= MOST_ABSENT
  return ending.has(said) || (asked === 1 && endingAtFirst.has(said)) || (endingAtSecond.has(said) && times > 1)
}
