import { expect, test } from 'vitest'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { scriptedRecent } from '../../../../testing/fixtures/recents.ts'
import { scriptedPeople } from '../../../../testing/fixtures/steps.ts'
import type { BoughtForView } from '../../../../shared/people/views.ts'
import { findPeople, personNamed } from './find-people.ts'

const recent = scriptedRecent(scriptedPurchase(2, 'delivered', 46))
const person = (name: string, usual: BoughtForView['usual'] = null): BoughtForView => ({
  person: { ...scriptedPeople[0]!, name },
  usual,
})
const people = [person('Mum Pérez', recent), person('Munir'), person('Óscar')]
const found = (text: string): string[] => findPeople(people, text).map((one) => one.person.name)

test('finds people by the beginnings of their names, without accents', () => {
  expect(found('mu')).toEqual(['Mum Pérez', 'Munir'])
  expect(found('perez')).toEqual(['Mum Pérez'])
  expect(found(' OSC ')).toEqual(['Óscar'])
  expect(found('um')).toEqual([])
})

test('finds a person by name and brand together, and not by the brand alone', () => {
  expect(found('mum lumo')).toEqual(['Mum Pérez'])
  expect(found('munir lumo')).toEqual([])
  expect(found('lumo')).toEqual([])
})

test('finds a person with an amount in digits, but nobody by the amount alone', () => {
  for (const text of ['mum 100', '$100 mum', 'mum 1,50']) expect(found(text)).toEqual(['Mum Pérez'])
  expect(personNamed(people, 'mum 100')?.person.name).toBe('Mum Pérez')
  expect(found('100')).toEqual([])
  const shops = [person('Shop 7'), person('Shop 8')]
  expect(findPeople(shops, 'shop 8')).toEqual([shops[1]])
  expect(personNamed(findPeople(shops, 'shop 8'), 'shop 8')).toBe(shops[1])
})

test('finds nobody by a single letter, or by nothing', () => {
  for (const text of ['', ' ', 'm', ' m ', 'm 100']) expect(found(text)).toEqual([])
})

test('means somebody only by a whole name that one person has', () => {
  expect(personNamed(people, 'mum')?.person.name).toBe('Mum Pérez')
  expect(personNamed(people, 'mum perez')?.person.name).toBe('Mum Pérez')
  expect(personNamed(people, 'mu')).toBeNull()
  expect(personNamed([...people, person('Ana Pérez')], 'perez')).toBeNull()
})
