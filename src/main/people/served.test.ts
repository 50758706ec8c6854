import { describe, expect, it } from 'vitest'
import type { PersonView } from '../../shared/people/views.ts'
import { suggestPeople, usualPurchases, type Served } from './served.ts'

const mum: PersonView = {
  id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a1',
  name: 'Mum',
  colour: 'rose',
  phones: ['+525512345678'],
  emails: ['Mum@example.org'],
  addresses: [],
}
let count = 0
const served = (to: string, name: string | null = null, sku = 'oak'): Served => ({
  purchaseId: `purchase ${++count}`,
  sku,
  kind: to.includes('@') ? 'email' : 'phone',
  to,
  name,
})

it('people to save were served at least twice or have a name, and those served most come first', () => {
  const [often, named, once] = ['+15005550001', 'ana@example.org', '+15005550002']
  const all = [served(once), served(named, 'Ana'), served(often), served(often)]
  expect(suggestPeople(all, [])).toEqual([
    { name: null, phones: [often], emails: [], times: 2 },
    { name: 'Ana', phones: [], emails: [named], times: 1 },
  ])
})

it('people to save are nobody yet', () => {
  const all = ['+525512345678', '+525512345678', 'mum@example.org', 'mum@example.org'].map((to) => served(to))
  expect(suggestPeople(all, [mum])).toEqual([])
})

describe('what is usually bought for a person', () => {
  const dad = {
    ...mum,
    id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a2',
    name: 'Dad',
    phones: [],
    emails: ['dad@example.org'],
  }

  it('is what was delivered most, as it was bought last; of several the newest', () => {
    const other = served('+525512345678', null, 'elm')
    const [last, first] = [served('mum@example.org'), served('+525512345678')]
    expect(usualPurchases([other, last, first], [mum])).toEqual([{ person: mum, purchaseId: last.purchaseId }])
    expect(usualPurchases([other, last], [mum])).toEqual([{ person: mum, purchaseId: other.purchaseId }])
  })

  it('comes first for whom it was bought last, and is nothing for whom nothing was', () => {
    const ofDad = served('dad@example.org')
    const ofMum = served('+525512345678')
    const nobody = { ...mum, id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a3', name: 'Al', phones: [], emails: [] }
    expect(usualPurchases([ofDad, ofMum], [nobody, mum, dad])).toEqual([
      { person: dad, purchaseId: ofDad.purchaseId },
      { person: mum, purchaseId: ofMum.purchaseId },
      { person: nobody, purchaseId: null },
    ])
  })
})
