import { expect, test } from 'vitest'
import { locales } from '../app/locales.ts'
import { regionNamesOf } from './region-names.ts'

test('countries and regions are named in every language, English first', () => {
  for (const locale of locales)
    expect(regionNamesOf('JP')).toContain(new Intl.DisplayNames([locale], { type: 'region' }).of('JP'))
  expect(regionNamesOf('JP').slice(0, 2)).toEqual(['Japan', 'Japón'])
  expect(regionNamesOf('150')).toEqual(['Europe', 'Europa'])
})

test('a code that names nothing has no names', () => {
  expect(regionNamesOf('QQ')).toEqual([])
})
