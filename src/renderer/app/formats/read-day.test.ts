import { expect, it } from 'vitest'
import { createFormats } from './formats.ts'
import { readDay } from './read-day.ts'

const dayFirst = ['day', 'month', 'year'] as const
const monthFirst = ['month', 'day', 'year'] as const

it.each(['4/3/2026', '04/03/2026', '04.03.2026', '4-3-2026', ' 4 / 3 / 2026 ', '04032026', '2026-03-04'])(
  'reads %s as March 4, or as April 3 where the month comes first',
  (typed) => {
    expect(readDay(typed, dayFirst)).toBe('2026-03-04')
    expect(readDay(typed, monthFirst)).toBe(typed === '2026-03-04' ? '2026-03-04' : '2026-04-03')
  },
)

it.each([
  '',
  '4/3',
  '4/3/26',
  '30/2/2026',
  '29/2/2026',
  '31/12/2026x',
  '1/13/2026',
  '0/1/2026',
  '1/1/2026/1',
  '4/3/20266',
])('reads no day in %j', (typed) => {
  expect(readDay(typed, dayFirst)).toBeNull()
})

it('reads February 29 of a leap year, and a day of another century', () => {
  expect(readDay('29/2/2028', dayFirst)).toBe('2028-02-29')
  expect(readDay('5/6/1987', dayFirst)).toBe('1987-06-05')
})

it.each([
  ['en-US', '03/04/2026'],
  ['en-GB', '04/03/2026'],
  ['es-MX', '04/03/2026'],
  ['pt-BR', '04/03/2026'],
  ['fr-FR', '04/03/2026'],
  ['fr-CA', '2026-03-04'],
  ['en-CA', '2026-03-04'],
])('is the inverse of how %s writes a day', (locale, written) => {
  const formats = createFormats(locale)
  expect(formats.typedDay('2026-03-04')).toBe(written)
  expect(readDay(written, formats.dayOrder())).toBe('2026-03-04')
})
