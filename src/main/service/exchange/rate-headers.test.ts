import { expect, it } from 'vitest'
import { readHourlyLimit, readRemaining } from './rate-headers.ts'

it('reads the remaining requests from every known header', () => {
  const remaining = (headers: Record<string, string>): number | null => readRemaining((name) => headers[name] ?? '')
  expect(remaining({ 'x-ratelimit-remaining': '12' })).toBe(12)
  expect(remaining({ 'ratelimit-remaining': ' 0 ' })).toBe(0)
  expect(remaining({ ratelimit: '"default";r=50;t=30' })).toBe(50)
  expect(remaining({ ratelimit: '"burst";r=7' })).toBe(7)
  for (const text of ['', '-1', 'many', '1.5', '99999999999'])
    expect(remaining({ 'x-ratelimit-remaining': text })).toBe(null)
  expect(remaining({ ratelimit: '"default";q=100;w=60' })).toBe(null)
})

it('reads the hourly limit, whatever period the service names', () => {
  const limit = (headers: Record<string, string>): number | null => readHourlyLimit((name) => headers[name] ?? '')
  expect(limit({ 'x-ratelimit-limit': '100' })).toBe(100)
  expect(limit({ 'ratelimit-limit': '10, 10;w=60' })).toBe(600)
  expect(limit({ 'ratelimit-policy': '"default";q=50;w=1800' })).toBe(100)
  for (const text of ['', 'many', '-1', '5;w=0']) expect(limit({ 'ratelimit-limit': text })).toBe(null)
})
