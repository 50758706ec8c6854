import { expect, test } from 'vitest'
import { regionNamesOf } from './region-names.ts'

test('countries and regions are named in every language, English first', () => {
  expect(regionNamesOf('JP')).toEqual(['Japan', 'Japón'])
  expect(regionNamesOf('150')).toEqual(['Europe', 'Europa'])
})

test('a code that names nothing has no names', () => {
  expect(regionNamesOf('QQ')).toEqual([])
})
