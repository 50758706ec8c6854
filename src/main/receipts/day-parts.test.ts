import { describe, expect, it } from 'vitest'
import type { PrintedHead } from '../../shared/receipts/receipt-parts.ts'
import type { DaySummaryView } from '../../shared/sales/views.ts'
import { columnWidth } from './column-width.ts'
import { dayParts } from '../../shared/receipts/day-parts.ts'
import { columnsOf, layOutReceipt } from './lay-out-receipt.ts'

const head: PrintedHead = {
  name: 'Lupita',
  address: [],
  taxNumber: '',
  header: '',
  footer: '',
  logo: null,
  language: 'es',
}
const nothing = { count: 0, total: '0' }
const summary: DaySummaryView = {
  day: '2026-11-22',
  currencies: [
    {
      currency: 'MXN',
      total: { sold: { count: 3, total: '155.5' }, refunded: { count: 1, total: '30' }, paidIn: '0', paidOut: '250' },
      change: { direction: 'out', amount: '124.5' },
      clerks: [
        { clerk: null, by: null, sold: nothing, refunded: nothing, paidIn: '0', paidOut: '250' },
        {
          clerk: 'ana',
          by: 'Ana',
          sold: { count: 3, total: '155.5' },
          refunded: { count: 1, total: '30' },
          paidIn: '0',
          paidOut: '0',
        },
      ],
    },
  ],
}
const on = (columns: number, of: DaySummaryView): string[] =>
  layOutReceipt(dayParts(head, of, '2026-11-23T03:20:00.000Z', 'America/Mexico_City'), columns).map((line) =>
    line.kind === 'line' ? line.text : line.kind,
  )

describe('a day’s summary on paper', () => {
  it('lists what the day did to the drawer, then each clerk', () => {
    expect(on(32, summary)).toEqual([
      '     Lupita',
      '-'.repeat(32),
      '        Resumen del día',
      'domingo, 22 de noviembre de 2026',
      'Impreso   22 nov 2026, 9:20 p.m.',
      '-'.repeat(32),
      '3 ventas              MXN 155.50',
      '1 devolución          −MXN 30.00',
      'Salida de efectivo   −MXN 250.00',
      'Cambio neto en la caja',
      '                     −MXN 124.50',
      '-'.repeat(32),
      'Administración',
      'Nada vendido            MXN 0.00',
      'Salida de efectivo   −MXN 250.00',
      '-'.repeat(32),
      'Ana',
      '3 ventas              MXN 155.50',
      '1 devolución          −MXN 30.00',
    ])
  })

  it('has no sums before the count, and says of an empty day that nothing was sold', () => {
    const [book] = summary.currencies
    const hidden = { ...book!.total, sold: { count: 3, total: null }, refunded: { count: 1, total: null } }
    const lines = on(48, { ...summary, currencies: [{ ...book!, total: hidden, change: null, clerks: [] }] })
    expect(lines.slice(6)).toEqual([
      `3 ventas${'…'.padStart(40)}`,
      `1 devolución${'…'.padStart(36)}`,
      `Salida de efectivo${'−MXN 250.00'.padStart(30)}`,
      'Las sumas aparecen cuando se haya contado la',
      'caja.',
    ])
    expect(on(48, { day: '2026-11-22', currencies: [] }).at(-1)).toBe('Nada vendido')
  })

  it.each(Object.values(columnsOf))('of %i columns is never wider than its paper', (columns) => {
    const clerks = summary.currencies[0]!.clerks.map((one) => ({ ...one, by: '\u001b@Ana-Beatriz'.repeat(20) }))
    for (const line of on(columns, { ...summary, currencies: [{ ...summary.currencies[0]!, clerks }] })) {
      expect(columnWidth(line)).toBeLessThanOrEqual(columns)
      expect(line).not.toContain('\u001b')
    }
  })
})
