import { expect, test } from 'vitest'
import type { PersonView } from '../../../../shared/people/views.ts'
import { offersFor, ownerOf, type PersonOffer } from './offers-for.ts'

const person = (name: string): PersonView => ({
  id: crypto.randomUUID(),
  name,
  colour: 'teal',
  phones: [],
  emails: [],
  addresses: [],
})
const offers: PersonOffer[] = [
  { person: person('Mamá Pérez'), to: '+525512345678' },
  { person: person('Ana'), to: '+525587654321' },
  { person: person('Luis'), to: 'luis@example.org' },
]
const names = (typed: string): string[] => offersFor(offers, typed).map(({ person: { name } }) => name)

test('offers everyone for an empty field, by name', () => {
  expect(names('')).toEqual(['Ana', 'Luis', 'Mamá Pérez'])
})

test('offers a number of two people once, for the one saved first, and for the other one by name', () => {
  const shared = [...offers, { person: person('Aída'), to: '+525512345678' }]
  const found = (typed: string): string[] => offersFor(shared, typed).map(({ person: { name } }) => name)
  expect([found(''), found('Aída')]).toEqual([['Ana', 'Luis', 'Mamá Pérez'], ['Aída']])
  expect(ownerOf(shared, '+52 55 1234 5678')?.name).toBe('Mamá Pérez')
})

test('finds people by each word of their name, without accents, and by parts of a number or address', () => {
  expect(names('mama')).toEqual(['Mamá Pérez'])
  expect(names('per')).toEqual(['Mamá Pérez'])
  expect(names('55 87')).toEqual(['Ana'])
  expect(names('example')).toEqual(['Luis'])
  expect(names('érez')).toEqual([])
})

test('finds people by a number as it is dialled in its country or from another one', () => {
  const marie: PersonOffer = { person: person('Marie'), to: '+33612345678' }
  const found = (typed: string): string[] => offersFor([...offers, marie], typed).map(({ person: { name } }) => name)
  for (const typed of ['06', '0612', '06 12 34', '0033612', '612'])
    expect([typed, found(typed)]).toEqual([typed, ['Marie']])
  expect(ownerOf([...offers, marie], '06 12 34 56 78')?.name).toBe('Marie')
})

test('offers nobody once a number is whole, and says whose it is', () => {
  expect(names('55 1234 5678')).toEqual([])
  expect(ownerOf(offers, '55 1234 5678')?.name).toBe('Mamá Pérez')
  expect(ownerOf(offers, '+52 55 1234 5678')?.name).toBe('Mamá Pérez')
  expect(ownerOf(offers, 'Luis@example.org')?.name).toBe('Luis')
  expect(ownerOf(offers, '5678')).toBeNull()
})

test('names the owner of the number that is sent, not of one with the same digits in another country', () => {
  expect(ownerOf(offers, '55 1234 5678', '+525512345678')?.name).toBe('Mamá Pérez')
  expect(ownerOf(offers, '55 1234 5678', '+15512345678')).toBeNull()
  expect(ownerOf(offers, '55 1234 5678', '')).toBeNull()
  // Some services want numbers without their calling code.
  expect(ownerOf(offers, '55 1234 5678', '5512345678')?.name).toBe('Mamá Pérez')
})

test('offers at most four', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ person: person(`Ana ${index}`), to: `+5255000000${index}0` }))
  expect(offersFor(many, 'ana')).toHaveLength(4)
})
