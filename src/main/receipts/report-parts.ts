import type { ShiftReportView } from '../../shared/sales/views.ts'
import { headParts, type PrintedHead, type ReceiptPart } from '../../shared/receipts/receipt-parts.ts'
import { amountOn, plain, timeOn } from '../../shared/receipts/receipt-text.ts'
import { reportWords } from './report-words.ts'

/** Returns the parts of a shift's printed report, printed at `printedAt`; times are in `timeZone`, or the system's zone. */
export function reportParts(
  head: PrintedHead,
  report: ShiftReportView,
  printedAt: string,
  timeZone?: string,
): ReceiptPart[] {
  const { language } = head
  const { number, openedAt, closedAt, currency, sold, refundedCash, counted } = report
  const words = reportWords[language]
  const money = (value: string): string => amountOn(language, currency, value)
  const time = (at: string): string => timeOn(language, at, timeZone)
  const who = (by: string | null): string => (by === null ? words.manager : plain(by))
  const rule: ReceiptPart = { kind: 'rule' }
  const strong = (text: string): ReceiptPart => ({ kind: 'centred', text, strong: true })
  const pair = (label: string, value: string): ReceiptPart => ({ kind: 'pair', label, value })
  const sum = (label: string, value: string): ReceiptPart => ({ kind: 'pair', label, value, strong: true })

  const top = headParts(head)
  const span =
    closedAt === null
      ? [strong(words.notClosed), pair(words.openedAt, time(openedAt)), pair(words.printedAt, time(printedAt))]
      : [pair(words.openedAt, time(openedAt)), pair(words.closedAt, time(closedAt))]
  // Indented, because they belong to the line above.
  const clerks = report.clerks.map(({ by, count, total }) => pair(`  ${who(by)} · ${count}`, money(total)))
  const moves = report.moves.map(({ reason, by, direction, amount }) =>
    pair(`${plain(reason)} · ${who(by)}`, (direction === 'out' ? '−' : '+') + money(amount)),
  )
  return [
    ...top,
    ...(top.length > 0 ? [rule] : []),
    strong(words.title(closedAt === null ? 'x' : 'z', number)),
    ...span,
    rule,
    pair(words.float, money(report.float)),
    pair(words.sold(sold.count), money(sold.total)),
    ...clerks,
    ...moves,
    ...(refundedCash.count > 0 ? [pair(words.refundedCash(refundedCash.count), '−' + money(refundedCash.total))] : []),
    sum(words.expected, money(report.expected)),
    ...(counted === null
      ? []
      : [pair(words.counted, money(counted.amount)), sum(words[counted.differs], money(counted.by))]),
    rule,
    pair(words.cost, money(sold.cost)),
    sum(words.margin, money(sold.margin)),
    ...(refundedCash.marginLost === '0' ? [] : [pair(words.marginLost, '−' + money(refundedCash.marginLost))]),
    { kind: 'text', text: words.marginNote },
  ]
}
