import { expect, test } from 'vitest'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import { groupVariants, sharedBy, sortNotes } from './group-variants.ts'

const variant = (sku: string, given: Partial<Parameters<typeof scriptedVariant>[0]> = {}) =>
  scriptedVariant({ sku, brandSlug: 'sol', brandName: 'Sol', ...given })
const plan = { durationDays: '30' }

test('puts amounts before plans, and variants for several countries last', () => {
  const groups = groupVariants([
    variant('eu', { ...plan, productType: 'esim', supportedCountries: ['DE', 'FR'] }),
    variant('plan', plan),
    variant('20'),
    variant('global', { country: '', supportedCountries: [] }),
    variant('50'),
    variant('card', { productType: 'gift_card' }),
  ])
  expect(
    groups.map(({ kind, productType, variants }) => [kind, productType, ...variants.map(({ sku }) => sku)]),
  ).toEqual([
    ['amounts', 'gift_card', 'card'],
    ['amounts', 'topup', '20', '50'],
    ['plans', 'topup', 'plan'],
    ['several', 'esim', 'eu'],
    ['several', 'topup', 'global'],
  ])
})

test('separates what all variants share from what only some have', () => {
  expect(sharedBy([['5 GB', '4G'], ['10 GB', '4G'], ['4G']])).toEqual(['4G'])
  expect(sharedBy([['5 GB', '4G']])).toEqual([])
  expect(sharedBy([])).toEqual([])
})

test('lists a note once, however many variants repeat it', () => {
  const notes = sortNotes([
    variant('a', { notes: 'Same for all' }),
    variant('b', { notes: 'Same for all' }),
    variant('c', { notes: 'Only here' }),
    variant('d', { notes: ' ' }),
  ])
  expect(notes.shared).toEqual(['Same for all'])
  expect(notes.own.map(({ variant: { sku }, text }) => [sku, text])).toEqual([['c', 'Only here']])
  expect(sortNotes([variant('a', { notes: 'Alone' })])).toEqual({ shared: ['Alone'], own: [] })
})
