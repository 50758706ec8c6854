import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inEnglish, localTables } from '../../testing/exports/read-table.ts'
import { openTestPeople, personInput, type TestPeople } from '../../testing/people/open-test-people.ts'
import { newAddress } from '../../testing/transfers/open-test-transfers.ts'
import { refused } from '../../testing/refusal.ts'
import type { People } from './open-people.ts'

let home: TestPeople
let people: People
beforeEach(() => {
  home = openTestPeople()
  people = home.people
})
afterEach(() => home.dispose())

describe('a file of contacts', () => {
  const contact = {
    isCut: false,
    phones: [],
    guessed: [],
    emails: [],
    addresses: [],
    colour: null,
    unread: [],
    mistyped: [],
  }

  it('names who is left out because every number of theirs is somebody’s, and whose', () => {
    people.save(personInput({ name: 'Tía Rosa', phones: ['5512345678'] }))
    people.save(personInput({ name: 'Luis', emails: ['Luis@example.org'] }))
    const { contacts, leftOut } = people.readFile(
      'Name,Phone,E-mail\r\nRosa Tía,5512345678,\r\n,,luis@example.org\r\nBoth,5512345678,luis@example.org\r\n',
    )
    expect(contacts).toEqual([])
    expect(leftOut).toEqual([
      { name: 'Rosa Tía', to: '+525512345678', owners: ['Tía Rosa'] },
      { name: null, to: 'luis@example.org', owners: ['Luis'] },
      { name: 'Both', to: '+525512345678', owners: ['Tía Rosa', 'Luis'] },
    ])
  })

  it('knows somebody under their own name, even if another has the number too', () => {
    people.save(personInput({ name: 'Ana López', phones: ['5512345678'] }))
    people.save(personInput({ name: 'Beto Ruiz', phones: ['5512345678'] }))
    expect(people.readFile(people.fileOf('csv', inEnglish)).leftOut).toEqual([
      { name: 'Ana López', to: '+525512345678', owners: ['Ana López'] },
      { name: 'Beto Ruiz', to: '+525512345678', owners: ['Beto Ruiz'] },
    ])
  })

  it('leaves nobody out of whom one number is new', () => {
    people.save(personInput({ phones: ['5512345678'] }))
    const both = ['+525512345678', '+525587654321']
    expect(people.readFile(`Name,Phone\r\nMum,"${both.join('; ')}"\r\n`)).toMatchObject({
      contacts: [{ name: 'Mum', phones: both }],
      leftOut: [],
    })
  })

  it('names everything of a contact that is left out', () => {
    const text = 'Name,Phone,E-mail\r\nDan,07400 123456;5587654321,dan@example\r\nFred,abc-def,fred@example.org\r\n'
    expect(people.readFile(text).contacts.map(({ name, unread }) => [name, unread])).toEqual([
      ['Dan', ['07400 123456', 'dan@example']],
      ['Fred', ['abc-def']],
    ])
  })

  it('names the numbers that could not be read and the addresses that are probably mistyped', () => {
    const text = 'Name,Phone,E-mail\r\n"Smith, John",0917 123 4568,john@gmial.com\r\n,0917 123 4568,\r\n'
    expect(people.readFile(text)).toEqual({
      contacts: [
        {
          ...contact,
          name: 'Smith, John',
          emails: ['john@gmial.com'],
          unread: ['0917 123 4568'],
          mistyped: [{ email: 'john@gmial.com', suggestion: 'john@gmail.com' }],
        },
      ],
      leftOut: [{ name: null, to: '0917 123 4568', owners: [] }],
    })
  })

  it('is read as whom to add, in checked form, without those who are here already', () => {
    const address = newAddress()
    people.add([personInput({ name: 'Mum', phones: ['5512345678'], addresses: [address] })])
    const [vcf, csv] = [people.fileOf('vcf', inEnglish), people.fileOf('csv', inEnglish)]
    for (const text of [vcf, csv])
      expect(people.readFile(text)).toEqual({
        contacts: [],
        leftOut: [{ name: 'Mum', to: '+525512345678', owners: ['Mum'] }],
      })
    people.remove(people.list()[0]?.id ?? '')
    const mum = { ...contact, name: 'Mum', phones: ['+525512345678'], colour: 'rose', addresses: [address] }
    for (const text of [vcf, csv]) expect(people.readFile(text)).toEqual({ contacts: [mum], leftOut: [] })
    const mixed = 'Name,Phone,E-mail\r\n Ana\u202e ,55 8765 4321; 12,no\r\nLuz,12,\r\n'
    expect(people.readFile(mixed)).toEqual({
      contacts: [
        { ...contact, name: 'Ana', phones: ['+525587654321'], guessed: ['+525587654321'], unread: ['12', 'no'] },
      ],
      leftOut: [{ name: 'Luz', to: '12', owners: [] }],
    })
    expect(people.list()).toEqual([])
  })

  it('shows one contact for each name, with all of its numbers', () => {
    const cards = ['Mum,5512345678', 'mum,5587654321', 'Dad,5512345678', ',5511112222', ',5511113333']
    expect(
      people.readFile(`Name,Phone\r\n${cards.join('\r\n')}`).contacts.map(({ name, phones }) => [name, phones]),
    ).toEqual([
      ['Mum', ['+525512345678', '+525587654321']],
      ['Dad', ['+525512345678']],
      [null, ['+525511112222']],
      [null, ['+525511113333']],
    ])
  })

  it('has the colour of each person that Till exported, and no other', () => {
    for (const [name, colour] of [
      ['Mum', 'violet'],
      ['Dad', 'slate'],
    ] as const)
      people.save(personInput({ name, colour, phones: [`55123456${name === 'Mum' ? 78 : 79}`] }))
    const files = [people.fileOf('vcf', inEnglish), ...localTables.map((table) => people.fileOf('csv', table))]
    for (const { id } of people.list()) people.remove(id)
    for (const file of files)
      expect(people.readFile(file).contacts.map(({ name, colour }) => [name, colour])).toEqual([
        ['Dad', 'slate'],
        ['Mum', 'violet'],
      ])
    expect(people.readFile('Name,Phone,Color\r\nAna,5512345678,pink\r\n').contacts).toMatchObject([{ colour: null }])
    const twice = 'Name,Phone,Color\r\nAna,5512345678,\r\nAna,5587654321,rose\r\n'
    expect(people.readFile(twice).contacts).toMatchObject([{ name: 'Ana', colour: 'rose' }])
  })

  it('shows two contacts whose long names differ only at the end, and saves both', () => {
    const long = 'María Guadalupe de los Ángeles Hernández y'
    const text = `Name,Phone\r\n${long} Cruz,5512345678\r\n${long} Ruiz,5587654321\r\n${long} Cruz,5511112222\r\n`
    const { contacts } = people.readFile(text)
    expect(contacts.map(({ name, phones }) => [name, phones])).toEqual([
      ['María Guadalupe de los Ángeles Hernández', ['+525512345678', '+525511112222']],
      ['María Guadalupe de los Ángeles Hernánd 2', ['+525587654321']],
    ])
    const all = contacts.map((one) => personInput({ ...one, name: one.name ?? '', colour: 'rose' }))
    expect(people.add(all)).toHaveLength(2)
  })

  it('gives a number of an unnamed country to nobody unless it exists in the user’s own', () => {
    const read = people.readFile('Name,Phone\r\nJohn,2025550123\r\nAna,55 1234 5678\r\n')
    expect(read).toMatchObject({ contacts: [{ name: 'Ana', phones: ['+525512345678'] }], leftOut: [{ name: 'John' }] })
    expect(refused(() => people.save(personInput({ phones: ['2025550123'] })))).toEqual([
      'invalid-input',
      'not-a-phone',
    ])
  })

  it('says which numbers it read as the user’s own country’s, and which names it cut', () => {
    const long = 'María Guadalupe de los Ángeles Hernández y Cruz'
    const phones = ['55 1234 5678', '+52 55 1111 2222', '52 55 1111 3333', '+521 55 1111 4444']
    const { contacts } = people.readFile(`Name,Phone\r\n${long},"${phones.join('; ')}"\r\nAna,5587654321\r\n`)
    expect(contacts.map(({ isCut, guessed }) => ({ isCut, guessed }))).toEqual([
      { isCut: true, guessed: ['+525512345678'] },
      { isCut: false, guessed: ['+525587654321'] },
    ])
  })

  it('never names a contact with a number, which may be somebody else’s', () => {
    const [contact] = people.readFile('Name,Phone\r\n+52 55 1234 5678,5587654321\r\n').contacts
    expect(contact).toMatchObject({ name: null, phones: ['+525587654321'] })
  })

  it('is read without hidden characters, which turn or cut what is shown', () => {
    const text =
      'Name,Phone,E-mail\r\nAna,\u202a+52 55 1234 5678\u202c,ana\u202e@gro.example\r\nBea,,bea\u0000@example.org\r\n'
    expect(people.readFile(text)).toEqual({
      contacts: [{ ...contact, name: 'Ana', phones: ['+525512345678'], emails: ['ana@gro.example'] }],
      leftOut: [{ name: 'Bea', to: 'bea @example.org', owners: [] }],
    })
    const [ana] = people.save(personInput({ phones: ['\u202a55 1234 5678\u202c'], emails: ['ana\u200b@example.org'] }))
    expect(ana).toMatchObject({ phones: ['+525512345678'], emails: ['ana@example.org'] })
  })

  it('has a usable number also behind many that are none', () => {
    const numbers = ['5512345678', '5587654321'].map((phone) => `TEL:${phone}\r\n`).join('')
    const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\n${'TEL:12\r\n'.repeat(25)}${numbers}END:VCARD\r\n`
    expect(people.readFile(card)).toMatchObject({ contacts: [{ phones: ['+525512345678', '+525587654321'] }] })
  })

  it('is read up to 5,000 contacts, so that Till never stands still', () => {
    const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nTEL:1\r\nEND:VCARD\r\n'
    for (const text of [card.repeat(5_001), `Name,Phone\r\n${'A,1\r\n'.repeat(5_001)}`])
      expect(refused(() => people.readFile(text))).toEqual(['invalid-input', 'too-many-contacts'])
    const { contacts, leftOut } = people.readFile(card.repeat(5_000))
    expect([contacts.length, leftOut.length]).toEqual([0, 5_000])
    expect(refused(() => people.readFile(`${'Phone,'.repeat(800_000)}\r\n1`))).toEqual([
      'invalid-input',
      'not-contacts',
    ])
  })

  it('is refused if there are none in it', () => {
    for (const text of ['', 'hello', '%PDF-1.7', 'Name,Phone\r\n'])
      expect(refused(() => people.readFile(text))).toEqual(['invalid-input', 'not-contacts'])
  })

  it('has all e-mail addresses and addresses of contacts with one name', () => {
    const [one, other] = [newAddress(), newAddress()]
    const text = `Name,E-mail,Address\r\nAna,ana@example.org,${one}\r\nAna,work@example.org,${other}\r\n`
    expect(people.readFile(text).contacts).toMatchObject([
      { name: 'Ana', emails: ['ana@example.org', 'work@example.org'], addresses: [one, other] },
    ])
  })
})
