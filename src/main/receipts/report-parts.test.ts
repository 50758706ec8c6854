import { describe, expect, it } from 'vitest'
import type { ShiftReportView } from '../../shared/sales/views.ts'
import { locales } from '../../shared/app/locales.ts'
import type { ShopHead } from '../../shared/receipts/receipt-views.ts'
import { messages } from '../../renderer/locales/all-messages.ts'
import { columnWidth } from './column-width.ts'
import { columnsOf, layOutReceipt } from './lay-out-receipt.ts'
import { reportParts } from '../../shared/receipts/report-parts.ts'
import { reportLabels } from '../../shared/receipts/report-labels.ts'

const head: ShopHead = {
  name: 'Abarrotes Lupita',
  address: ['Av. Juárez 12'],
  taxNumber: 'XAXX010101000',
  header: '',
  footer: '¡Gracias!',
  logo: null,
  language: 'es',
  paper: '58',
  printer: 'none',
}
const open: ShiftReportView = {
  number: 12,
  currency: 'MXN',
  openedAt: '2026-11-22T14:05:00.000Z',
  closedAt: null,
  float: '500',
  expected: '1868.5',
  counted: null,
  sold: { count: 9, total: '1768.5', cost: '1652.14', margin: '91.36' },
  refundedCash: { count: 1, total: '100', marginLost: '16', costLost: '0' },
  refunds: [
    {
      at: '2026-11-22T16:30:00.000Z',
      by: 'Ana',
      number: 4,
      amount: '100',
      reason: 'wrong-number',
      note: null,
      delivered: false,
    },
  ],
  clerks: [
    { clerk: 'ana', by: 'Ana', count: 6, total: '1210.5' },
    { clerk: null, by: null, count: 3, total: '558' },
  ],
  counts: [],
  openings: [],
  onChain: null,
  moves: [
    { at: '2026-11-22T15:00:00.000Z', by: 'Ana', direction: 'out', amount: '350', reason: 'To the bank' },
    { at: '2026-11-22T16:00:00.000Z', by: null, direction: 'in', amount: '50', reason: 'Monedas para dar\ncambio' },
  ],
}
const closed: ShiftReportView = {
  ...open,
  closedAt: '2026-11-23T03:40:00.000Z',
  moves: [],
  refundedCash: { count: 0, total: '0', marginLost: '0', costLost: '0' },
  refunds: [],
  expected: '2268.5',
  counted: { amount: '2260', differs: 'short', by: '8.5' },
  counts: [
    { at: '2026-11-23T03:20:00.000Z', by: 'Ana', amount: '2160', expected: '2268.5', again: false, note: null },
    { at: '2026-11-23T03:31:00.000Z', by: null, amount: '2260', expected: '2268.5', again: true, note: 'A torn\nbill' },
  ],
  openings: [{ at: '2026-11-22T16:00:00.000Z', by: 'Ana', reason: 'Dar cambio' }],
  onChain: { at: '2026-11-23T03:40:05.000Z', payments: 9, found: 9 },
}
const on = (columns: number, report: ShiftReportView, of: Partial<ShopHead> = {}): string[] =>
  layOutReceipt(
    reportParts({ ...head, ...of }, report, '2026-11-22T19:20:00.000Z', 'America/Mexico_City'),
    columns,
  ).map((line) => (line.kind === 'line' ? line.text : line.kind))

describe('a shift’s report on paper', () => {
  it('of 58 mm shows what the screen shows, and that an X report is of an open shift', () => {
    expect(on(32, open)).toEqual([
      'Abarrotes Lupita',
      '         Av. Juárez 12',
      '    ID fiscal XAXX010101000',
      '-'.repeat(32),
      '       Corte X, turno 12',
      '  Sin cerrar: caja sin contar',
      'Abierto   22 nov 2026, 8:05 a.m.',
      'Impreso   22 nov 2026, 1:20 p.m.',
      '-'.repeat(32),
      'Efectivo al empezar   MXN 500.00',
      '9 ventas            MXN 1,768.50',
      '  Ana · 6           MXN 1,210.50',
      '  Administración · 3  MXN 558.00',
      'Al banco · Ana       −MXN 350.00',
      'Monedas para dar cambio ·',
      'Administración',
      '                      +MXN 50.00',
      '1 devolución         −MXN 100.00',
      '#4 Número equivocado · Ana',
      '                     −MXN 100.00',
      'Debe haber en la caja',
      '                    MXN 1,868.50',
      '-'.repeat(32),
      'Costo de lo vendido MXN 1,652.14',
      'Ganado                 MXN 91.36',
      'Perdido con lo vendido en turnos',
      'anteriores',
      '                      −MXN 16.00',
      'Ganado, menos lo perdido',
      '                       MXN 75.36',
      'Sin las comisiones de red, que',
      'se pagan en su propia moneda.',
    ])
  })

  it('of 80 mm fills that width, and a Z report has its number, times and count', () => {
    const wide = on(48, closed, { language: 'en', name: '', address: [], taxNumber: '' })
    expect(wide).toEqual([
      '               Z report, shift 12',
      `Opened${'Nov 22, 2026, 8:05 AM'.padStart(42)}`,
      `Closed${'Nov 22, 2026, 9:40 PM'.padStart(42)}`,
      '-'.repeat(48),
      `Starting cash${'MX$500.00'.padStart(35)}`,
      `9 sales${'MX$1,768.50'.padStart(41)}`,
      `  Ana · 6${'MX$1,210.50'.padStart(39)}`,
      `  Manager · 3${'MX$558.00'.padStart(35)}`,
      `Expected in drawer${'MX$2,268.50'.padStart(30)}`,
      `Counted${'MX$2,260.00'.padStart(41)}`,
      `Short${'MX$8.50'.padStart(43)}`,
      '-'.repeat(48),
      'Counted 2 times',
      `  9:20 PM Ana${'MX$2,160.00'.padStart(35)}`,
      `  9:31 PM Manager · counted again${'MX$2,260.00'.padStart(15)}`,
      'A torn bill',
      '-'.repeat(48),
      'Opened once without a sale',
      `  10:00 AM Ana${'Give change'.padStart(34)}`,
      '-'.repeat(48),
      `Cost of sales${'MX$1,652.14'.padStart(35)}`,
      `Profit${'MX$91.36'.padStart(42)}`,
      'Without network fees, which are paid in the',
      'network’s own coin.',
      '-'.repeat(48),
      '9 of 9 payments on chain',
    ])
    const last = (onChain: ShiftReportView['onChain']): string | undefined =>
      on(48, { ...closed, onChain }, { language: 'en' }).at(-1)
    expect(last(null)).toBe('Payments on chain: not checked')
    expect(last({ at: closed.openedAt, payments: 0, found: 0 })).not.toContain('on chain')
  })

  it('of an open shift has no sum before the count, and all of them after it', () => {
    const hidden: ShiftReportView = {
      ...open,
      expected: null,
      sold: { count: 9, total: null, cost: null, margin: null },
      refundedCash: { count: 1, total: null, marginLost: null, costLost: null },
      refunds: open.refunds.map((one) => ({ ...one, amount: null })),
      clerks: open.clerks.map((one) => ({ ...one, total: null })),
    }
    const lines = on(48, hidden, { language: 'en' })
    expect(lines.slice(8, 13)).toEqual([
      '-'.repeat(48),
      `Starting cash${'MX$500.00'.padStart(35)}`,
      `9 sales${'…'.padStart(41)}`,
      `  Ana · 6${'…'.padStart(39)}`,
      `  Manager · 3${'…'.padStart(35)}`,
    ])
    expect(lines.join()).not.toMatch(/Expected|Profit|Cost/)
    const counted = on(48, { ...open, counted: { amount: '1868.5', differs: 'even', by: '0' } }, { language: 'en' })
    expect(counted.map((line) => line.trim())).toContain('Not closed')
    expect(counted.join()).toMatch(/Expected.*Counted.*Profit/)
  })

  it('shows the loss of a delivered sale that was given back', () => {
    const [first] = open.refunds
    const refunds = [{ ...first!, by: null, delivered: true }]
    const lines = on(
      48,
      { ...open, refundedCash: { ...open.refundedCash, costLost: '84' }, refunds },
      { language: 'en' },
    )
    expect(lines.join('\n')).toMatch(/#4 Wrong number · was delivered · Manager\s+−MX\$100\.00/)
    expect(lines).toContain(`Lost: delivered and given back${'−MX$84.00'.padStart(18)}`)
    expect(lines).toContain(`Profit after losses${'−MX$8.64'.padStart(29)}`)
  })

  it.each(Object.values(columnsOf))('of %i columns is never wider than its paper, for any text', (columns) => {
    const long = 'Cambio-de-billetes-'.repeat(10)
    const report = {
      ...open,
      clerks: [{ clerk: 'x', by: long, count: 1, total: '123456789012345678901234567.891' }],
      moves: open.moves.map((move) => ({ ...move, reason: `\u001b@${long}` })),
      refunds: open.refunds.map((one) => ({ ...one, reason: 'other' as const, note: `\u001b@${long}` })),
    }
    for (const line of on(columns, report)) {
      expect(columnWidth(line)).toBeLessThanOrEqual(columns)
      expect(line).not.toContain('\u001b')
    }
  })

  it('uses the labels of the screen', () => {
    for (const language of locales) {
      const { sales, kiosk } = messages[language]
      const {
        title,
        sold,
        refundedCash,
        counts,
        openings,
        notCounted,
        notClosed,
        openedAt,
        closedAt,
        printedAt,
        // Only the printed summary of a day has them.
        daySummary,
        drawerChange,
        paidIn,
        paidOut,
        manager,
        onChain,
        ...words
      } = reportLabels[language]
      expect(sales).toMatchObject(words)
      expect([title('x', 7), title('z', 7)]).toEqual(
        [sales.xReport, sales.zReport].map((text) => text.replace('{number}', '7')),
      )
      const forms = (text: string, counts: readonly number[]): string[] =>
        counts.map((count) => text.split(' | ')[Math.min(count, 2)]!.replace('{n}', String(count)))
      expect([0, 1, 12].map(sold)).toEqual(forms(sales.soldCount, [0, 1, 12]))
      expect([1, 12].map(refundedCash)).toEqual(forms(sales.refundedCashCount, [1, 12]))
      expect([1, 12].map(counts)).toEqual(forms(sales.counts, [1, 12]))
      expect([1, 12].map(openings)).toEqual(forms(sales.openings, [1, 12]))
      const [one = '', many = ''] = sales.onChain.split(' | ')
      const filled = (text: string, found: string, count: string): string =>
        text.replace('{found}', found).replace('{count}', count)
      expect([onChain(0, 1), onChain(8, 9)]).toEqual([filled(one, '0', '1'), filled(many, '8', '9')])
      expect(manager).toBe(kiosk.manager)
      const own = [notCounted, notClosed, openedAt, closedAt, printedAt, daySummary, drawerChange, paidIn, paidOut]
      expect(new Set(own).size).toBe(own.length)
    }
  })
})
