import { netProfit } from '../sales/net-profit.ts'
import type { ShiftReportView } from '../sales/views.ts'
import { headParts, type PrintedHead, type ReceiptPart } from './receipt-parts.ts'
import { amountOn, clockOn, plain, timeOn } from './receipt-text.ts'
import { inLanguage } from '../usual-words.ts'
import { reportLabels, type ReportLabels } from './report-labels.ts'

/** Returns the parts of a shift's printed report, printed at `printedAt`; times are in `timeZone`, or the system's zone. */
export function reportParts(
  head: PrintedHead,
  report: ShiftReportView,
  printedAt: string,
  timeZone?: string,
): ReceiptPart[] {
  const { language } = head
  const { number, openedAt, closedAt, currency, sold, counted, counts, openings } = report
  const labels = reportLabels[language]
  const money = (value: string | null): string => (value === null ? '…' : amountOn(head, currency, value))
  const time = (at: string): string => timeOn(head, at, timeZone)
  const words = (reason: string): string => plain(inLanguage(language, reason))
  const who = (by: string | null): string => plain(by ?? labels.manager)
  const event = (one: Event): string => `${clockOn(head, one.at, timeZone)} ${who(one.by)}`
  const rule: ReceiptPart = { kind: 'rule' }
  const strong = (text: string): ReceiptPart => ({ kind: 'centred', text, strong: true })
  const pair = (label: string, value: string): ReceiptPart => ({ kind: 'pair', label, value })
  const sum = (label: string, value: string): ReceiptPart => ({ kind: 'pair', label, value, strong: true })

  const top = headParts(head)
  const span =
    closedAt === null
      ? [
          strong(counted === null ? labels.notCounted : labels.notClosed),
          pair(labels.openedAt, time(openedAt)),
          pair(labels.printedAt, time(printedAt)),
        ]
      : [pair(labels.openedAt, time(openedAt)), pair(labels.closedAt, time(closedAt))]
  // Indented, because they belong to the line above.
  const clerks = report.clerks.map(({ by, count, total }) => pair(`  ${who(by)} · ${count}`, money(total)))
  const moves = report.moves.map(({ reason, by, direction, amount }) =>
    pair(`${words(reason)} · ${who(by)}`, (direction === 'out' ? '−' : '+') + money(amount)),
  )
  const events = listed([
    [labels.counts(counts.length), counts.flatMap((one) => countParts(one, event(one), labels, money))],
    [labels.openings(openings.length), openings.map((one) => pair(`  ${event(one)}`, words(one.reason)))],
  ])
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
    ...refundParts(report, labels, money),
    ...(report.expected === null ? [] : [sum(labels.expected, money(report.expected))]),
    ...(counted === null
      ? []
      : [pair(labels.counted, money(counted.amount)), sum(labels[counted.differs], money(counted.by))]),
    ...events,
    ...(sold.margin === null ? [] : [rule, ...profitParts(report, labels, money)]),
    ...(closedAt === null ? [] : [rule, ...paymentParts(report, labels)]),
  ]
}

/** Returns how many payments were on chain; nothing where no coin left. */
function paymentParts({ onChain }: ShiftReportView, labels: ReportLabels): ReceiptPart[] {
  if (onChain?.payments === 0) return []
  const text = onChain === null ? labels.notChecked : labels.onChain(onChain.found, onChain.payments)
  return [{ kind: 'text', text }]
}

/** Returns a count of the drawer, whether it repeats the one before, and the note about its difference. */
function countParts(
  { amount, again, note }: ShiftReportView['counts'][number],
  event: string,
  labels: ReportLabels,
  money: (value: string | null) => string,
): ReceiptPart[] {
  const label = again ? `  ${event} · ${labels.countedAgain}` : `  ${event}`
  const why: ReceiptPart[] = note === null ? [] : [{ kind: 'text', text: plain(note) }]
  return [{ kind: 'pair', label, value: money(amount) }, ...why]
}

/** Returns how much cash was refunded, then each refund; nothing without one. */
function refundParts(
  { refunds, refundedCash }: ShiftReportView,
  labels: ReportLabels,
  money: (value: string | null) => string,
): ReceiptPart[] {
  const taken = (amount: string | null): string => (amount === null ? money(null) : '−' + money(amount))
  if (refundedCash.count === 0) return []
  return [
    { kind: 'pair', label: labels.refundedCash(refundedCash.count), value: taken(refundedCash.total) },
    ...refunds.map((one): ReceiptPart => ({
      kind: 'pair',
      label: `  ${refundLine(one, labels)} · ${plain(one.by ?? labels.manager)}`,
      value: taken(one.amount),
    })),
  ]
}

/** Returns the number of a refunded sale and why it was refunded, in the clerk's words if there are some. */
function refundLine(
  { number, reason, note, delivered }: ShiftReportView['refunds'][number],
  labels: ReportLabels,
): string {
  const why = note === null ? reason && labels.refundReasons[reason] : plain(note)
  const line = why === null ? `#${number}` : `#${number} ${why}`
  return delivered ? `${line} · ${labels.wasDelivered}` : line
}

/** Returns each heading with its list below, after a rule; an empty list has no heading. */
function listed(lists: readonly (readonly [heading: string, list: readonly ReceiptPart[]])[]): ReceiptPart[] {
  return lists.flatMap(([text, list]): ReceiptPart[] =>
    list.length === 0 ? [] : [{ kind: 'rule' }, { kind: 'text', text }, ...list],
  )
}

/** When something happened, and by whom; null is the manager. */
type Event = Pick<ShiftReportView['counts'][number], 'at' | 'by'>

/** Returns the lines about the shop's earnings. */
function profitParts(
  { sold, refundedCash }: ShiftReportView,
  labels: ReportLabels,
  money: (value: string | null) => string,
): ReceiptPart[] {
  const { marginLost, costLost } = refundedCash
  const net = netProfit(sold.margin, [marginLost, costLost])
  const lost = (label: string, amount: string | null): ReceiptPart[] =>
    amount === '0' ? [] : [{ kind: 'pair', label, value: '−' + money(amount) }]
  return [
    { kind: 'pair', label: labels.cost, value: money(sold.cost) },
    { kind: 'pair', label: labels.margin, value: money(sold.margin), strong: net === null },
    ...lost(labels.marginLost, marginLost),
    ...lost(labels.costLost, costLost),
    ...(net === null
      ? []
      : [{ kind: 'pair', label: labels.netMargin, value: net.sign + money(net.amount), strong: true } as const]),
    { kind: 'text', text: labels.marginNote },
  ]
}
