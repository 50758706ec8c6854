import { expect, it } from 'vitest'
import type { Codes } from '../../codes/open-codes.ts'
import { codeHandlers } from './code-handlers.ts'

it.each([
  ['1$smdp.example.com$ABC-1', 'LPA:1$smdp.example.com$ABC-1'],
  [' lpa: 1$smdp.example.com $ABC-1', 'LPA:1$smdp.example.com$ABC-1'],
  ['6FGH 21KQ', '6FGH 21KQ'],
])('copies %o as what is typed into a phone or a shop: %o', async (text, whole) => {
  const copied: string[] = []
  const handlers = codeHandlers({
    codes: { reveal: () => ({ text, pin: '4821' }) } as unknown as Codes,
    clipboard: { copy: async (copy) => copied.push(copy) > 0, clear: async () => undefined },
    purchases: { row: () => null },
  })
  for (const part of ['text', 'pin'] as const) await handlers['codes.copy']({ id: '', part })
  expect(copied).toEqual([whole, '4821'])
})
