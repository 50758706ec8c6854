import { expect, it } from 'vitest'
import { scriptedPeople } from '../../testing/fixtures/steps.ts'
import { ownersAmong } from './owner-of.ts'

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

it('reads a national number as one of the product’s country, and coins go to no number', () => {
  expect(ownerOf('5512345678', { ...topUp, country: 'BR' })).toBeNull()
  expect(ownerOf('5512345678', null)).toBeNull()
})
