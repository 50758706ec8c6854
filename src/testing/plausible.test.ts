import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { events, requests } from '../shared/contract.ts'
import { plausible } from './plausible.ts'

const schema = z.object({
  name: z.string(),
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  state: z.enum(['open', 'closed']),
  at: z.iso.datetime(),
  note: z.string().nullable(),
  lines: z.array(z.object({ sku: z.string(), count: z.int().min(1) })),
  payment: z.discriminatedUnion('by', [
    z.object({ by: z.literal('cash'), given: z.int() }),
    z.object({ by: z.literal('coin'), hash: z.string().regex(/^0x[0-9a-f]{64}$/) }),
  ]),
})
const made = {
  name: 'name',
  amount: '1',
  state: 'open',
  at: '2026-11-22T12:00:00.000Z',
  note: null,
  lines: [],
  payment: { by: 'cash', given: 0 },
}

describe('a plausible value', () => {
  it.each(Object.keys(requests))('answers %s as the contract requires, always the same', (name) => {
    const { output } = requests[name as keyof typeof requests]
    expect(plausible(output as z.ZodType)).toEqual(plausible(output as z.ZodType))
  })
  test.each(Object.keys(events))('exists for the event %s', (name) => {
    plausible(events[name as keyof typeof events].payload as z.ZodType)
  })
  it('has no items, no notes, and the first allowed option', () => {
    expect(plausible(schema)).toEqual(made)
  })
  it('takes given values at any depth, in place of standard ones', () => {
    const standard = { ...made, note: 'usual', payment: { by: 'cash', given: 5 } }
    expect(plausible(schema, { amount: '2', lines: [{ sku: 'a' }] }, standard)).toEqual({
      ...standard,
      amount: '2',
      lines: [{ sku: 'a', count: 1 }],
    })
    expect(plausible(schema, { note: null }, standard).note).toBeNull()
    expect(plausible(schema, { payment: { by: 'coin' } }, standard).payment).toEqual({
      by: 'coin',
      hash: `0x${'7c2e9a41'.repeat(8)}`,
    })
  })
  it.each([
    [{ payment: { given: 'much' } }, /payment/],
    [{ lines: [{ sku: 'a', count: 0 }] }, /lines\[0\]\.count/],
    [{ lines: [{ sku: 'a', colour: 'red' }] }, /lines\.0\.colour/],
    [{ amount: 'a lot' }, /amount/],
    [{ lines: 'none' }, /lines/],
  ])('refuses %j at once, with its path', (given, path) => {
    expect(() => plausible(schema, given as never)).toThrow(path)
  })
})
