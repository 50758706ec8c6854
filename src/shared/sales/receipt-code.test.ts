import { expect, it } from 'vitest'
import { readReceiptCode, receiptCode } from './receipt-code.ts'

const id = '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d'

it('a receipt’s code is letters and digits, and names its purchase however a scanner types it', () => {
  expect(receiptCode(id)).toBe('8A0C1A4E6E9C4D0B9D0A3F5D8E1B2C3D')
  for (const typed of [receiptCode(id), receiptCode(id).toLowerCase(), ` ${receiptCode(id)}\n`])
    expect(readReceiptCode(typed)).toBe(id)
})

it.each(['', '12', '7501031311309', id, `0x${'8a'.repeat(32)}`, `${receiptCode(id)}0`])(
  '%s is no receipt’s code',
  (text) => {
    expect(readReceiptCode(text)).toBeNull()
  },
)
