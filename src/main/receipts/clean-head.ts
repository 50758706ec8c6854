import { AppError } from '../../shared/errors.ts'
import { isSheet } from '../../shared/receipts/papers.ts'
import type { ShopHead } from '../../shared/receipts/receipt-views.ts'

const beginnings = { png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], jpeg: [0xff, 0xd8, 0xff] } as const

/** Returns whether a data URL's first bytes match its image type. */
export function isPicture(logo: string): boolean {
  const kind = logo.startsWith('data:image/png') ? 'png' : 'jpeg'
  const bytes = Buffer.from(logo.slice(logo.indexOf(',') + 1, 100), 'base64')
  return beginnings[kind].every((byte, index) => bytes[index] === byte)
}

const line = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
const lines = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map(line)
    .filter((one) => one !== '')

/**
 * Returns a shop's head without control characters and blank lines. Throws AppError `invalid-input` with the reason `logo` for an invalid
 * picture, `paper` for a network printer with sheet paper.
 */
export function cleanHead(head: ShopHead): ShopHead {
  const refuse = (reason: 'logo' | 'paper'): AppError =>
    new AppError('invalid-input', 'This cannot stand on a receipt', { details: { reason } })
  if (head.logo !== null && !isPicture(head.logo)) throw refuse('logo')
  if (isSheet(head.paper) && typeof head.printer === 'object') throw refuse('paper')
  return {
    ...head,
    name: line(head.name),
    address: head.address.flatMap(lines),
    taxNumber: line(head.taxNumber),
    header: lines(head.header).join('\n'),
    footer: lines(head.footer).join('\n'),
  }
}
