import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inMexico } from '../../testing/receipts/in-mexico.ts'
import { sampleReceipt } from '../../shared/receipts/sample-receipt.ts'
import { receiptParts } from '../../shared/receipts/receipt-parts.ts'
import type { ShopHead } from '../../shared/receipts/receipt-views.ts'
import { columnWidth } from './column-width.ts'
import { encodeReceipt } from './encode-receipt.ts'
import { columnsOf, layOutReceipt } from './lay-out-receipt.ts'
import { printable } from './printable.ts'
import { decode } from '../../testing/receipts/decode.ts'

const head: ShopHead = {
  name: 'Łódź Café',
  address: ['Straße 5'],
  taxNumber: '',
  header: '',
  footer: '¡Adiós! – €5',
  logo: null,
  language: 'es',
  paper: '58',
  printer: 'none',
}
const line = (text: string) => ({ kind: 'line', text, bold: false, large: false }) as const

describe('the bytes for a printer', () => {
  it.each(['58', '80'] as const)('of %s mm are text, bold, large, a centred QR code, and one cut', (roll) => {
    const receipt = {
      ...sampleReceipt('es', '2026-11-22T19:20:00.000Z', inMexico),
      qr: 'https://exploradór.example/tx/0x12',
    }
    const lines = layOutReceipt(receiptParts(head, receipt, 'UTC'), columnsOf[roll])
    const printed = decode(encodeReceipt(lines, roll))
    const text = printed.lines.map((one) => one.text.trim())
    expect(text).toEqual(expect.arrayContaining(['Lódz Café', 'Straße 5', '¡Adiós! – €5']))
    const styleOf = ({ bold, large }: (typeof printed.lines)[number]) => ({ bold, large })
    const lookOf = (wanted: string) => printed.lines.filter((one) => one.text.trim() === wanted).map(styleOf)
    expect(lookOf('1234 5678 9012')).toEqual([{ bold: true, large: true }])
    expect(lookOf('Entregado')).toEqual([{ bold: true, large: false }])
    expect(lookOf('Código')).toEqual([{ bold: false, large: false }])
    expect(printed.qr).toEqual([{ text: receipt.qr, modules: 8, centred: true }])
    expect(printed.cuts).toBe(1)
    for (const { text: one, large } of printed.lines)
      expect(one.length * (large ? 2 : 1)).toBeLessThanOrEqual(columnsOf[roll])
  })

  it('fit the largest QR code of a receipt on 58 mm paper', () => {
    const [{ modules = 0 } = {}] = decode(encodeReceipt([{ kind: 'qr', text: 'é'.repeat(300) }], '58')).qr
    // 600 bytes at error correction M are version 18: 89 modules of 384 dots.
    expect(modules).toBe(3)
  })

  it('replace characters missing in the code page by unaccented ones or question marks, at the same width', () => {
    const text = (of: string): string => decode(encodeReceipt([line(of)], '58')).lines[0]?.text ?? ''
    expect(text('Łęcki ő − ①')).toBe('Lecki o - 1')
    expect(text('Ａ 品 🎁 Ж ﬁ')).toBe('A  ?? ?? ? ?')
  })

  it('print the shop’s logo centred at its place, and nothing if it is unprintable', () => {
    const logo = { rowBytes: 2, height: 2, bits: Uint8Array.from([0b10000001, 0b10000000, 0, 10]) }
    const lines = [{ kind: 'logo' }, line('Lupita')] as const
    const printed = decode(encodeReceipt(lines, '80', logo))
    expect(printed.pictures).toEqual([{ rows: ['#......##.......', '............#.#.'], centred: true }])
    // The picture ends its own line.
    expect(printed.lines.map(({ text }) => text)).toEqual(['', 'Lupita'])
    expect(decode(encodeReceipt(lines, '80', null))).toMatchObject({ pictures: [], lines: [{ text: 'Lupita' }] })
  })

  it('never contain a command from a text', () => {
    const steering = fc.constantFrom('\u001b@', '\u001dV\u0000', '\n', '\u001bp0', 'a', '字', '\u0010\u0004', '\u0085')
    fc.assert(
      fc.property(fc.array(steering, { maxLength: 12 }), (signs) => {
        const bytes = printable(signs.join(''))
        expect(bytes.every((byte) => byte >= 0x20)).toBe(true)
      }),
    )
    const receipt = {
      ...sampleReceipt('en', '2026-11-22T19:20:00.000Z', inMexico),
      product: 'Gift\u001dV\u0000 card\u001b@',
    }
    const printed = decode(encodeReceipt(layOutReceipt(receiptParts(head, receipt), 48), '80'))
    expect(printed.lines.map(({ text }) => text)).toContain('Gift V card @')
  })

  it('take as many columns as the layout counted, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(printable(text)).toHaveLength(columnWidth(text.normalize('NFC')))
      }),
    )
  })
})
