import type { DaySummaryView } from '../sales/views.ts'
import { headParts, type PrintedHead, type ReceiptPart } from './receipt-parts.ts'
import { amountOn, dayOn, plain, timeOn } from './receipt-text.ts'
import { reportLabels } from './report-labels.ts'

type CurrencyView = DaySummaryView['currencies'][number]

const rule: ReceiptPart = { kind: 'rule' }

/** Returns the parts of a day's printed summary, printed at `printedAt`; times are in `timeZone`, or the system's zone. */
export function dayParts(
  head: PrintedHead,
  { day, currencies }: DaySummaryView,
  printedAt: string,
  timeZone?: string,
): ReceiptPart[] {
  const labels = reportLabels[head.language]
  const top = headParts(head)
  return [
    ...top,
    ...(top.length > 0 ? [rule] : []),
    { kind: 'centred', text: labels.daySummary, strong: true },
    { kind: 'centred', text: dayOn(head, day) },
    { kind: 'pair', label: labels.printedAt, value: timeOn(head, printedAt, timeZone) },
    ...(currencies.length === 0 ? [rule, { kind: 'text', text: labels.sold(0) } as const] : []),
    ...currencies.flatMap((one) => currencyParts(one, head)),
  ]
}

function currencyParts({ currency, total, change, clerks }: CurrencyView, head: PrintedHead): ReceiptPart[] {
  const labels = reportLabels[head.language]
  const money = (value: string | null, sign = ''): string =>
    value === null ? '…' : sign + amountOn(head, currency, value)
  /** Returns the lines about refunds and moves, of which there may be none. */
  function others({ refunded, paidIn, paidOut }: CurrencyView['total']): ReceiptPart[] {
    const lines = [
      { isShown: refunded.count > 0, label: labels.refundedCash(refunded.count), value: money(refunded.total, '−') },
      { isShown: paidIn !== '0', label: labels.paidIn, value: money(paidIn, '+') },
      { isShown: paidOut !== '0', label: labels.paidOut, value: money(paidOut, '−') },
    ]
    return lines.flatMap(({ isShown, ...line }): ReceiptPart[] => (isShown ? [{ kind: 'pair', ...line }] : []))
  }
  return [
    rule,
    { kind: 'pair', label: labels.sold(total.sold.count), value: money(total.sold.total) },
    ...others(total),
    change === null
      ? { kind: 'text', text: labels.blind }
      : {
          kind: 'pair',
          label: labels.drawerChange,
          value: money(change.amount, change.direction === 'in' ? '+' : '−'),
          strong: true,
        },
    ...clerks.flatMap(({ by, ...cash }): ReceiptPart[] => [
      rule,
      { kind: 'text', text: plain(by ?? labels.manager), strong: true },
      { kind: 'pair', label: labels.sold(cash.sold.count), value: money(cash.sold.total) },
      ...others(cash),
    ]),
  ]
}
