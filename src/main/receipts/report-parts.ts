import type { ShiftReportView } from '../../shared/sales/views.ts'
import { headParts, type PrintedHead, type ReceiptPart } from '../../shared/receipts/receipt-parts.ts'
import { amountOn, plain, timeOn } from '../../shared/receipts/receipt-text.ts'
import { reportLabels } from './report-labels.ts'

/** Returns the parts of a shift's printed report, printed at `printedAt`; times are in `timeZone`, or the system's zone. */
export function reportParts(
  head: PrintedHead,
  report: ShiftReportView,
  printedAt: string,
  timeZone?: string,
): ReceiptPart[] {
  const { language } = head
  const { number, openedAt, closedAt, currency, sold, refundedCash, counted } = report
  const labels = reportLabels[language]
  const money = (value: string): string => amountOn(language, currency, value)
  const time = (at: string): string => timeOn(language, at, timeZone)
  const who = (by: string | null): string => (by === null ? labels.manager : plain(by))
  const rule: ReceiptPart = { kind: 'rule' }
  const strong = (text: string): ReceiptPart => ({ kind: 'centred', text, strong: true })
  const pair = (label: string, value: string): ReceiptPart => ({ kind: 'pair', label, value })
  const sum = (label: string, value: string): ReceiptPart => ({ kind: 'pair', label, value, strong: true })

  const top = headParts(head)
  const span =
    closedAt === null
      ? [strong(labels.notClosed), pair(labels.openedAt, time(openedAt)), pair(labels.printedAt, time(printedAt))]
      : [pair(labels.openedAt, time(openedAt)), pair(labels.closedAt, time(closedAt))]
  // Indented, because they belong to the line above.
  const clerks = report.clerks.map(({ by, count, total }) => pair(`  ${who(by)} · ${count}`, money(total)))
  const moves = report.moves.map(({ reason, by, direction, amount }) =>
    pair(`${plain(reason)} · ${who(by)}`, (direction === 'out' ? '−' : '+') + money(amount)),
  )
  return [
    ...top,
    ...(top.length > 0 ? [rule] : []),
    strong(labels.title(closedAt === null ? 'x' : 'z', number)),
    ...span,
    rule,
    pair(labels.float, money(report.float)),
    pair(labels.sold(sold.count), money(sold.total)),
    ...clerks,
    ...moves,
    ...(refundedCash.count > 0 ? [pair(labels.refundedCash(refundedCash.count), '−' + money(refundedCash.total))] : []),
    sum(labels.expected, money(report.expected)),
    ...(counted === null
      ? []
      : [pair(labels.counted, money(counted.amount)), sum(labels[counted.differs], money(counted.by))]),
    rule,
    pair(labels.cost, money(sold.cost)),
    sum(labels.margin, money(sold.margin)),
    ...(refundedCash.marginLost === '0' ? [] : [pair(labels.marginLost, '−' + money(refundedCash.marginLost))]),
    { kind: 'text', text: labels.marginNote },
  ]
}
