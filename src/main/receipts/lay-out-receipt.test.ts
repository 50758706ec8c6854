import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inMexico } from '../../testing/receipts/in-mexico.ts'
import { sampleReceipt } from '../../shared/receipts/sample-receipt.ts'
import { receiptParts, type ReceiptPart } from '../../shared/receipts/receipt-parts.ts'
import type { ShopHead, SaleReceipt } from '../../shared/receipts/receipt-views.ts'
import { columnWidth } from './column-width.ts'
import { columnsOf, layOutReceipt, type PrintedLine } from './lay-out-receipt.ts'

const head: ShopHead = {
  name: 'Abarrotes Lupita',
  address: ['Av. Juárez 12', 'Oaxaca'],
  taxNumber: 'XAXX010101000',
  header: 'Abierto de 7 a 22',
  footer: '¡Gracias!',
  logo: null,
  language: 'es',
  paper: '58',
  printer: 'none',
}
const receipt: SaleReceipt = { ...sampleReceipt('es', '2026-11-22T19:20:00.000Z', inMexico), isReprint: true }
const shown = (lines: readonly PrintedLine[]): string[] =>
  lines.map((line) => (line.kind === 'line' ? line.text : line.kind === 'qr' ? `[${line.text}]` : '[logo]'))
const widthOf = (line: PrintedLine): number =>
  line.kind === 'line' ? columnWidth(line.text) * (line.large ? 2 : 1) : 0

describe('a receipt on a roll', () => {
  it('of 58 mm is 32 columns wide: amounts right-aligned, names centred, overflow below', () => {
    expect(shown(layOutReceipt(receiptParts(head, receipt, 'America/Mexico_City'), 32))).toEqual([
      'Abarrotes Lupita',
      '         Av. Juárez 12',
      '             Oaxaca',
      '    ID fiscal XAXX010101000',
      '       Abierto de 7 a 22',
      '-'.repeat(32),
      '             COPIA',
      'Recibo                    PRUEBA',
      'Fecha     22 nov 2026, 1:20 p.m.',
      'Te atendió                   Ana',
      '-'.repeat(32),
      'Lumo MXN 20.00',
      'Para            +52 55 1234 5678',
      'Precio                 MXN 22.00',
      'Efectivo               MXN 50.00',
      'Cambio                 MXN 28.00',
      '-'.repeat(32),
      '           Entregado',
      '-'.repeat(32),
      '             Código',
      ' 1234 5678 9012',
      '-'.repeat(32),
      '[00000000000040008000000000000000]',
      '   Para encontrar esta venta',
      '-'.repeat(32),
      '           ¡Gracias!',
    ])
  })

  it('keeps on one line what a no-break space joins', () => {
    const parts: ReceiptPart[] = [{ kind: 'pair', label: 'Perdu\u00a0: reçus', value: '1\u202f234\u00a0€' }]
    expect(shown(layOutReceipt(parts, 10))).toEqual(['Perdu\u00a0:', 'reçus', ' 1\u202f234\u00a0€'.padStart(10)])
  })

  it('counts full-width characters as two columns', () => {
    expect(shown(layOutReceipt([{ kind: 'pair', label: '品名', value: '日本語カード' }], 20))).toEqual([
      '品名    日本語カード',
    ])
    expect(shown(layOutReceipt([{ kind: 'text', text: '日本語カード' }], 7))).toEqual(['日本語', 'カード'])
  })

  const sign = fc.constantFrom('a', 'W', 'ñ', '字', 'ー', '가', '🎁', '👩‍👧', 'ę́', ' ', '  ', '€', '-', '1')
  const text = fc.array(sign, { maxLength: 90 }).map((signs) => signs.join(''))
  const part: fc.Arbitrary<ReceiptPart> = fc.oneof(
    text.map((one): ReceiptPart => ({ kind: 'name', text: one })),
    text.map((one): ReceiptPart => ({ kind: 'centred', text: one })),
    text.map((one): ReceiptPart => ({ kind: 'text', text: one, strong: true })),
    fc.tuple(text, text).map(([label, value]): ReceiptPart => ({ kind: 'pair', label, value })),
    fc.tuple(text, text).map(([label, one]): ReceiptPart => ({ kind: 'code', label, text: one })),
  )
  const textOf = (part: ReceiptPart): string =>
    ('label' in part ? part.label : '') + ('value' in part ? part.value : 'text' in part ? part.text : '')
  const solid = (text: string): string => text.replace(/\s+/g, '')

  it.each(Object.values(columnsOf))('of %i columns is never wider than its paper, and loses no text', (columns) => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const lines = layOutReceipt(parts, columns)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
        expect(solid(shown(lines).join(''))).toBe(solid(parts.map(textOf).join('')))
      }),
      { numRuns: 400 },
    )
  })
})
