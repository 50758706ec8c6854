import { expect, it } from 'vitest'
import { locales } from '../../shared/app/locales.ts'
import { fileName, shiftPart } from './file-name.ts'

it('names a file in the person’s language, in letters that every system keeps', () => {
  expect(fileName('purchases', { language: 'en' }, [], 'csv')).toBe('till-purchases.csv')
  expect(fileName('purchases', { language: 'es' }, ['2026-11-01', '2026-11-30'], 'json')).toBe(
    'till-compras-2026-11-01-2026-11-30.json',
  )
  for (const language of locales) {
    for (const what of ['purchases', 'sales', 'shifts', 'people', 'proof', 'payment', 'key', 'report'] as const) {
      const name = fileName(what, { language }, [shiftPart(3, { language })], 'csv')
      expect(name).toMatch(/^till-[a-z]+-[a-z]+-3\.csv$/)
    }
  }
})
