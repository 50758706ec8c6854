import { expect, it } from 'vitest'
import type { CountDraft } from '../../../shared/sales/views.ts'
import { createKeptCounts } from './kept-counts.ts'

it('a count is kept for its own user and its own drawer', () => {
  let shift: number | null = 1
  const kept = createKeptCounts(() => shift)
  const draft = { total: '12' } as unknown as CountDraft
  kept.keep('ana', draft)
  expect([kept.of('ana'), kept.of(null), kept.of('ben')]).toEqual([draft, null, null])
  shift = 2
  expect(kept.of('ana')).toBeNull()
  shift = null
  expect(kept.of('ana')).toBeNull()
  shift = 1
  expect(kept.of('ana')).toEqual(draft)
  kept.keep(null, draft)
  kept.forget('ana')
  expect([kept.of('ana'), kept.of(null)]).toEqual([null, draft])
  kept.keep('ana', draft)
  kept.forget(null)
  expect([kept.of('ana'), kept.of(null)]).toEqual([draft, null])
})
