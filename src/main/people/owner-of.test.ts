import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scriptedPeople } from '../../testing/fixtures/steps.ts'
import { ownersAmong } from './owner-of.ts'
import { suggestPeople, usualPurchases } from './served.ts'

const ownerOf = ownersAmong(scriptedPeople)
const topUp = { country: 'MX', productType: 'topup' }
const card = { country: 'MX', productType: 'gift_card' }

it('finds whose number or e-mail address a delivery went to, in any form', () => {
  for (const to of ['+525512345678', '+52 55 1234 5678', '5512345678', 'ANA@example.org'])
    expect([to, ownerOf(to, topUp)?.name]).toEqual([to, 'Ana'])
  for (const to of ['+525587654321', '+15512345678', '12345678', 'bruno@example.org', '', null])
    expect([to, ownerOf(to, topUp)]).toEqual([to, null])
})

it('takes the digits of another product than a top-up for nobody’s, because they may be a player’s', () => {
  expect(ownerOf('5512345678', card)).toBeNull()
  expect(ownerOf('+525512345678', card)?.name).toBe('Ana')
  expect(ownerOf('ana@example.org', card)?.name).toBe('Ana')
})

it('gives what several people have to the first of them, in every form and whatever the others are', () => {
  const contacts = ['+525512345678', '+525587654321', 'ana@example.org', 'Luis@example.org']
  const people = fc
    .array(fc.record({ phones: fc.subarray(contacts.slice(0, 2)), emails: fc.subarray(contacts.slice(2)) }))
    .map((all) => all.map((one, index) => ({ ...scriptedPeople[1]!, id: `${index}`, name: `Person ${index}`, ...one })))
  fc.assert(
    fc.property(people, fc.constantFrom(...contacts), (all, to) => {
      const first = all.find(({ phones, emails }) => [...phones, ...emails].includes(to))?.name
      const found = ownersAmong(all)
      for (const form of [to, to.toLowerCase(), to.replace('+52', '')]) expect(found(form, topUp)?.name).toBe(first)
      const served = [{ purchaseId: 'one', sku: 'oak', kind: 'phone', to: to.toLowerCase(), name: 'Stranger' }] as const
      expect(suggestPeople(served, all).length === 0).toBe(first !== undefined)
      expect(usualPurchases(served, all).find(({ purchaseId }) => purchaseId !== null)?.person.name).toBe(first)
    }),
  )
})

it('reads a national number as one of the product’s country, and coins go to no number', () => {
  expect(ownerOf('5512345678', { ...topUp, country: 'BR' })).toBeNull()
  expect(ownerOf('5512345678', null)).toBeNull()
})
