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

/** One check under way: what it asks with, and what it has to say so far. */
export interface Inquiry {
  readonly rows: readonly CheckRowView[]
  say(part: CheckPart, verdict: CheckVerdict, said: CheckSaying, values?: CheckRowView['values']): void
  /** Asks and answers what was read; null where that failed or was not asked, which is said then. */
  ask<T>(part: CheckPart, read: (exchange: Exchange) => Promise<T>): Promise<T | null>
  /** The same, for a question that may be asked in another way: the trouble is answered and not said. */
  attempt<T>(read: (exchange: Exchange) => Promise<T>): Promise<{ readonly value: T } | { readonly trouble: Trouble }>
  /** Says the trouble of a part. */
  fail(part: CheckPart, trouble: Trouble): void
  /** Whether nothing is asked any more. */
  isOver(): boolean
  /** Whether the service gave at least one good answer. */
  isAnswered(): boolean
  /** Whether the service refused to answer without a token that it knows. */
  isTokenWanted(): boolean
  /** The service's last answer, whatever its status; null where none came. */
  lastAnswer(): Answer | null
}

/** What ends a check: more questions would only meet the same. */
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
/** The same, where nothing else than that ever came. */
const endingAtFirst: ReadonlySet<CheckSaying> = new Set(['trouble.page', 'trouble.redirect', 'trouble.broken'])
/** The same, where it comes a second time. */
const endingAtSecond: ReadonlySet<CheckSaying> = new Set(['trouble.timeout', 'trouble.broken'])
/** Parts that are not there before it is plain that no service is. */
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
      // The description is read past this exchange, and says nothing of the service.
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

/** Whether nothing more is asked after a trouble, which is the last of `troubles`. */
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
