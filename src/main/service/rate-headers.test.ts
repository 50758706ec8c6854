import { expect, it } from 'vitest'
import { readRemaining } from './rate-headers.ts'

it('reads what a service says is left, in each way services say it', () => {
  const remaining = (headers: Record<string, string>): number | null => readRemaining((name) => headers[name] ?? '')
  expect(remaining({ 'x-ratelimit-remaining': '12' })).toBe(12)
  expect(remaining({ 'ratelimit-remaining': ' 0 ' })).toBe(0)
  expect(remaining({ ratelimit: '"default";r=50;t=30' })).toBe(50)
  expect(remaining({ ratelimit: '"burst";r=7' })).toBe(7)
  for (const text of ['', '-1', 'many', '1.5', '99999999999'])
    expect(remaining({ 'x-ratelimit-remaining': text })).toBe(null)
  expect(remaining({ ratelimit: '"default";q=100;w=60' })).toBe(null)
})
