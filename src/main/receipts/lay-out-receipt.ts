import type { ReceiptPart } from '../../shared/receipts/receipt-parts.ts'
import type { Paper, Sheet } from '../../shared/receipts/papers.ts'
import { columnWidth } from './column-width.ts'
import { wrapText } from './wrap-text.ts'

/** A line for a roll printer; each character of a large line takes twice its columns. */
export type PrintedLine =
  | { readonly kind: 'line'; readonly text: string; readonly bold: boolean; readonly large: boolean }
  | { readonly kind: 'qr'; readonly text: string }
  | { readonly kind: 'logo' }

/** Characters per line in the printer's own font (A, 12 dots wide). */
export const columnsOf: Readonly<Record<Roll, number>> = { 58: 32, 80: 48 }
export type Roll = Exclude<Paper, Sheet>

interface Look {
  readonly bold?: boolean | undefined
  readonly large?: boolean
}

const line = (text: string, { bold = false, large = false }: Look = {}): PrintedLine => ({
  kind: 'line',
  text,
  bold,
  large,
})

function centred(text: string, columns: number, look: Look = {}): PrintedLine[] {
  return wrapText(text, columns).map((one) => line(' '.repeat((columns - columnWidth(one)) >> 1) + one, look))
}

/** Returns one line if both fit, otherwise the value right-aligned on the lines below. */
function pair(label: string, value: string, columns: number, look: Look): PrintedLine[] {
  const gap = columns - columnWidth(label) - columnWidth(value)
  if (gap > 0) return [line(label + ' '.repeat(gap) + value, look)]
  const right = wrapText(value, columns - 2).map((one) => ' '.repeat(columns - columnWidth(one)) + one)
  return [...wrapText(label, columns), ...right].map((one) => line(one, look))
}

/** Lays out a receipt for a printer of `columns`: no line is wider, and no text is lost. */
export function layOutReceipt(parts: readonly ReceiptPart[], columns: number): PrintedLine[] {
  return parts.flatMap((part): PrintedLine[] => {
    switch (part.kind) {
      case 'logo':
        return [{ kind: 'logo' }]
      case 'name':
        return centred(part.text, columns >> 1, { bold: true, large: true })
      case 'centred':
        return centred(part.text, columns, { bold: part.strong })
      case 'text':
        return wrapText(part.text, columns).map((text) => line(text, { bold: part.strong }))
      case 'rule':
        return [line('-'.repeat(columns))]
      case 'pair':
        return pair(part.label, part.value, columns, { bold: part.strong })
      case 'code':
        return [...centred(part.label, columns), ...centred(part.text, columns >> 1, { bold: true, large: true })]
      case 'qr':
        return [{ kind: 'qr', text: part.text }, ...centred(part.label, columns)]
    }
  })
}
