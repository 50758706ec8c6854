import type { RouteLocationRaw } from 'vue-router'
import { addDecimals, compareDecimals, type Decimal } from '../../../shared/money.ts'
import { dayAt } from '../../../shared/periods.ts'
import type { SalesReportView, SoldView } from '../../../shared/sales/views.ts'
import type { Formats } from '../../app/formats/formats.ts'

/** A line of a report's table; `to` leads to its details. */
export interface ReportLine {
  readonly key: string
  readonly label: string
  readonly to: RouteLocationRaw | null
  readonly sold: SoldView
}

/** Returns the hours of a day or the days of a month, each with its tick in the chart; an hour that occurs twice names its time zone. */
export function linesOfParts(
  parts: SalesReportView['currencies'][number]['parts'],
  ofMonth: boolean,
  formats: Formats,
): (ReportLine & { readonly tick: string })[] {
  const clocks = parts.map(({ at }) => formats.clock(Date.parse(at), Date.parse(at)))
  return parts.map(({ at, ...sold }, index) => {
    const begins = Date.parse(at)
    if (ofMonth) {
      const day = dayAt(begins)
      const to = { name: 'reports', query: { period: day } }
      return { key: at, label: formats.dayOfMonth(begins), tick: formats.number(index + 1), to, sold }
    }
    const clock = clocks[index] ?? ''
    const isTwice = clocks.indexOf(clock) !== clocks.lastIndexOf(clock)
    return { key: at, label: isTwice ? formats.clockInZone(begins) : clock, tick: formats.hour(begins), to: null, sold }
  })
}

/** Returns a sum that goes out, with its sign: "−MX$112.50", or "MX$0.00" for none. */
export const outgoing = (amount: Decimal, cash: (amount: Decimal) => string): string =>
  (compareDecimals(amount, '0') === 0 ? '' : '−') + cash(amount)

/** Returns what refunds took from the profit of a line. */
export const lostOf = ({ marginLost, costLost }: SoldView): Decimal => addDecimals([marginLost, costLost])
