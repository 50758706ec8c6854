import type { ErrorCode } from '../../../src/shared/errors.ts'
import { awaitsRefund, type PurchaseState } from '../../../src/shared/purchases/state.ts'
import { reportErrors } from '../../../src/renderer/modules/purchases/attention/report-keys.ts'
import { reachable, type Reached, type RefundCase } from './reachable.ts'
import { shownOf } from './shown.ts'
import { viewOf, type LastReport } from './view-of.ts'

/** The columns of a row except its text. Each holds every value with the same text. */
export const columns = ['question', 'payment', 'registration', 'service', 'refund', 'report'] as const
export type Column = (typeof columns)[number]

export interface Row {
  readonly where: Readonly<Record<Column, readonly string[]>>
  readonly shown: string
}

const answers: Partial<Record<ErrorCode, number>> = {
  'service-down': 503,
  'service-unauthorized': 401,
  'service-forbidden': 403,
  'service-rate-limited': 429,
  'service-rejected': 422,
  'service-malformed': 200,
}

/** Returns what is shown for every possible purchase, with every outcome of its last report. */
export function outcomeRows(): Row[] {
  const rows = reachable()
    .flatMap(withRefunds)
    .flatMap((reached) =>
      lastReports(reached.state).map((last): Row => {
        const isServiceOnline = last.error !== 'offline'
        return { where: whereOf(reached, last), shown: shownOf(viewOf(reached, last), isServiceOnline) }
      }),
    )
  const order: readonly Column[] = ['report', 'payment', 'refund', 'service', 'registration', 'question']
  return order.reduce(mergeAlong, rows)
}

/** Returns the possible outcomes of the last report in `state`. */
function lastReports({ registration }: PurchaseState): LastReport[] {
  const none: LastReport = { error: null, status: null }
  if (registration === 'none') return [none]
  if (registration === 'rejected') return [{ error: 'service-rejected', status: 400 }]
  return [none, ...reportErrors.map((error): LastReport => ({ error, status: answers[error] ?? null }))]
}

/** Adds the cases in which a refund is not one transfer of the whole amount. */
function withRefunds(reached: Reached): Reached[] {
  const { state } = reached
  const cases: RefundCase[] = []
  if (state.attention === 'refund-possible') cases.push('unproven', 'of several purchases', 'by a known sender')
  else if (state.refund === 'seen') cases.push('in parts', 'less')
  else if (awaitsRefund(state)) cases.push('in parts')
  return [reached, ...cases.map((refund): Reached => ({ ...reached, refund }))]
}

function whereOf({ state, asReported, refund }: Reached, last: LastReport): Row['where'] {
  return {
    question: [state.attention ?? '–'],
    payment: [asReported ? `${state.payment} (reported by the person)` : state.payment],
    registration: [state.unclear ? 'unclear' : state.registration],
    service: [state.serviceStatus ?? '–'],
    refund: [refund === undefined ? state.refund : `${state.refund} (${refund})`],
    report: [last.error ?? '–'],
  }
}

/** Merges rows that show the same and differ only in one column. */
function mergeAlong(rows: readonly Row[], column: Column): Row[] {
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const key = JSON.stringify([row.shown, { ...row.where, [column]: [] }])
    const known = merged.get(key)
    const values = [...(known?.where[column] ?? []), ...row.where[column]]
    merged.set(key, { shown: row.shown, where: { ...row.where, [column]: values } })
  }
  return [...merged.values()]
}
