import { expect, it } from 'vitest'
import type { PersonView } from '../../shared/people/views.ts'
import { suggestPeople, type Served } from './served.ts'

const mum: PersonView = {
  id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a1',
  name: 'Mum',
  colour: 'rose',
  phones: ['+525512345678'],
  emails: ['Mum@example.org'],
  addresses: [],
}
const served = (to: string, name: string | null = null): Served => ({
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
