import { AppError } from '../../shared/errors.ts'
import type { ShopHead } from '../../shared/receipts/receipt-views.ts'

const beginnings = { png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], jpeg: [0xff, 0xd8, 0xff] } as const

/** Whether a data URL holds what it says, by how the picture's bytes begin. */
export function isPicture(logo: string): boolean {
  const kind = logo.startsWith('data:image/png') ? 'png' : 'jpeg'
  const bytes = Buffer.from(logo.slice(logo.indexOf(',') + 1, 100), 'base64')
  return beginnings[kind].every((byte, place) => bytes[place] === byte)
}

const line = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
const lines = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map(line)
    .filter((one) => one !== '')

/**
 * A shop's head without what no paper shows. AppError `invalid-input` with the reason `logo` for a picture that is none, `paper` for a
 * network printer and a whole sheet.
 */
export function cleanHead(head: ShopHead): ShopHead {
  const refuse = (reason: string): AppError =>
    new AppError('invalid-input', 'This can not stand on a receipt', { details: { reason } })
  if (head.logo !== null && !isPicture(head.logo)) throw refuse('logo')
  if (head.paper === 'A4' && typeof head.printer === 'object') throw refuse('paper')
  return {
    ...head,
    name: line(head.name),
    address: head.address.flatMap(lines),
    taxNumber: line(head.taxNumber),
    header: lines(head.header).join('\n'),
    footer: lines(head.footer).join('\n'),
  }
}
