import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestArgument } from '../../shared/contract.ts'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSealer, type Sealer } from '../db/seal.ts'
import { openPeopleParts } from '../wiring/open-people.ts'
import { inEnglish, localTables } from '../../testing/exports/read-table.ts'
import { newAddress } from '../../testing/transfers/open-test-transfers.ts'
import { refused } from '../../testing/refusal.ts'
import type { People } from './open-people.ts'
import { ownersAmong } from './owner-of.ts'

type Input = RequestArgument<'people.save'>

let folder: string
let ledger: WritableDb
let sealer: Sealer
let isLocked: boolean
let people: People
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-people-'))
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'normal')
  sealer = createSealer(randomBytes(32))
  isLocked = false
  const settings = () => ({ homeCountry: 'MX' })
  people = openPeopleParts({ ledger, sealer, vault: { isLocked: () => isLocked }, settings })
})
afterEach(() => {
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const input = (given: Partial<Input> = {}): Input => ({
  id: null,
  name: 'Mum',
  colour: 'rose',
  phones: [],
  emails: [],
  addresses: [],
  ...given,
})

describe('a person', () => {
  it('has a clean name, international numbers and checked addresses, each once, and nothing of it is stored in clear', () => {
    const address = newAddress()
    const [mum] = people.save(
      input({
        name: '  Mum\u202e \n Pérez ',
        phones: ['55 1234 5678', '+52 55 1234 5678', ' '],
        emails: ['mum@example.org', ''],
        addresses: [address.toLowerCase()],
      }),
    )
    expect(mum).toMatchObject({
      name: 'Mum Pérez',
      colour: 'rose',
      phones: ['+525512345678'],
      emails: ['mum@example.org'],
      addresses: [address],
    })
    expect(people.named()).toEqual([{ name: 'Mum Pérez', address }])
    const stored = JSON.stringify(
      ledger.prepare('SELECT id, hex(box) AS box, CAST(box AS TEXT) AS text FROM people').all(),
    )
    expect(stored).not.toMatch(/Mum|5512345678|mum@|0x/)
  })

  it('owns a number that another one got later, whatever the two are called', () => {
    for (const [first, second] of [
      ['Tía Rosa', 'Rosa Tía'],
      ['Ana', 'Zoe'],
    ]) {
      for (const { id } of people.list()) people.remove(id)
      people.save(input({ name: first, phones: ['5512345678'] }))
      people.save(input({ name: second, phones: ['5512345678'] }))
      const ownersOfAll = [people.owners(), ownersAmong(people.list())]
      for (const ownerOf of ownersOfAll) expect(ownerOf('+525512345678', null)?.name).toBe(first)
    }
  })

  it('is changed under its id, listed in the order of saving, and removed', () => {
    const [mum] = people.save(input())
    people.save(input({ name: 'Ana' }))
    const changed = people.save(input({ id: mum?.id ?? '', name: 'Zoe', phones: ['5587654321'] }))
    expect(changed.map(({ name, phones }) => [name, phones])).toEqual([
      ['Zoe', ['+525587654321']],
      ['Ana', []],
    ])
    expect(people.remove(mum?.id ?? '')).toMatchObject([{ name: 'Ana' }])
  })

  it('differs from others in name and addresses, has only valid numbers and addresses, and needs an unlocked Till', () => {
    const address = newAddress()
    const [mum] = people.save(input({ addresses: [address] }))
    expect(refused(() => people.save(input({ name: 'mum' })))).toEqual(['not-allowed', 'name-taken'])
    expect(refused(() => people.save(input({ name: 'Dad', addresses: [address] })))).toEqual([
      'not-allowed',
      'recipient-known',
    ])
    expect(refused(() => people.save(input({ name: ' \u200b ' })))).toEqual(['invalid-input', undefined])
    expect(refused(() => people.save(input({ name: 'Dad', phones: ['12'] })))).toEqual(['invalid-input', 'not-a-phone'])
    expect(refused(() => people.save(input({ name: 'Dad', emails: ['dad'] })))).toEqual([
      'invalid-input',
      'not-an-email',
    ])
    expect(refused(() => people.save(input({ name: 'Dad', addresses: ['dad.eth'] })))).toEqual([
      'invalid-input',
      'not-an-address',
    ])
    expect(refused(() => people.save(input({ id: randomUUID() })))).toEqual(['not-found', undefined])
    expect(refused(() => people.remove(randomUUID()))).toEqual(['not-found', undefined])
    isLocked = true
    expect(refused(() => people.save(input({ name: 'Dad' })))).toEqual(['locked', undefined])
    expect(refused(() => people.remove(mum?.id ?? ''))).toEqual(['locked', undefined])
    isLocked = false
    expect(people.list()).toHaveLength(1)
  })

  it('whose sealed data lies under another id is nobody', () => {
    const [mum] = people.save(input())
    people.save(input({ name: 'Dad' }))
    ledger.exec(`UPDATE people SET box = (SELECT box FROM people WHERE id <> '${mum?.id}') WHERE id = '${mum?.id}'`)
    expect(people.list()).toMatchObject([{ name: 'Dad' }])
  })
})

describe('several people', () => {
  const dad = input({ name: 'Dad', phones: ['5587654321'] })

  it('are added at once, and only whom the user chose gets new numbers', () => {
    const address = newAddress()
    const [mum] = people.save(input({ phones: ['5512345678'], addresses: [address] }))
    const more = { ...dad, id: mum?.id ?? '', name: 'ignored', colour: 'blue' as const, emails: ['mum@example.org'] }
    expect(people.add([dad, more])).toMatchObject([
      { name: 'Mum', colour: 'rose', phones: ['+525512345678', '+525587654321'], addresses: [address] },
      { name: 'Dad', phones: ['+525587654321'] },
    ])
    expect(refused(() => people.add([{ ...more, id: randomUUID() }]))).toEqual(['not-found', undefined])
    const other = newAddress()
    expect(people.add([{ ...more, addresses: [other] }])[0]?.addresses).toEqual([address, other])
  })

  it('are all stored or none, also if the disk fails in between', () => {
    ledger.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON people WHEN (SELECT count(*) FROM people) = 1
      BEGIN SELECT RAISE(ABORT, 'The disk is full'); END`)
    expect(() => people.add([dad, { ...dad, name: 'Mum' }])).toThrow('The disk is full')
    expect(people.list()).toEqual([])
  })

  it('get all e-mail addresses and addresses of contacts with one name', () => {
    const [one, other] = [newAddress(), newAddress()]
    const text = `Name,E-mail,Address\r\nAna,ana@example.org,${one}\r\nAna,work@example.org,${other}\r\n`
    expect(people.readFile(text).contacts).toMatchObject([
      { name: 'Ana', emails: ['ana@example.org', 'work@example.org'], addresses: [one, other] },
    ])
  })

  it('never get a number or an address by having the name of a person, or one that looks the same', () => {
    people.save(input({ phones: ['5512345678'] }))
    for (const name of ['Mum', ' mum ', '\u041cum', 'M\u03c5m', 'Ｍum'])
      expect([name, refused(() => people.add([{ ...dad, name, addresses: [newAddress()] }]))]).toEqual([
        name,
        ['not-allowed', 'name-taken'],
      ])
    people.save(input({ name: 'Jose\u0301' }))
    expect(refused(() => people.save(input({ name: 'José' })))).toEqual(['not-allowed', 'name-taken'])
    expect(people.list().flatMap(({ phones, addresses }) => [...phones, ...addresses])).toEqual(['+525512345678'])
  })

  it('get no more numbers than the user can change later', () => {
    const phones = Array.from({ length: 20 }, (_, index) => `+5255123456${index + 10}`)
    const [mum] = people.save(input({ phones }))
    expect(refused(() => people.add([{ ...dad, id: mum?.id ?? '' }]))).toEqual(['not-allowed', 'person-full'])
    expect(people.list()[0]?.phones).toEqual(phones)
  })

  it('are all refused if one is, and while Till is locked', () => {
    expect(refused(() => people.add([dad, { ...dad, name: ' ' }]))).toEqual(['invalid-input', undefined])
    isLocked = true
    expect(refused(() => people.add([dad]))).toEqual(['locked', undefined])
    expect(people.list()).toEqual([])
  })

  it('are suggested by deliveries, with national numbers of the product’s country', () => {
    const delivery = { name: null, purchaseId: 'x', sku: 'oak', type: 'topup' }
    const to = (country: string | null, number: string) => ({ ...delivery, country, to: number })
    const deliveries = [to('US', '2025550123'), to('US', '+12025550123'), to(null, '5512345678'), to('MX', 'player 7')]
    expect(people.suggested(deliveries)).toEqual([{ name: null, phones: ['+12025550123'], emails: [], times: 2 }])
    const others = [to('MX', 'Ana@example.org'), to('MX', 'ana@example.org')]
    expect(people.suggested(others)).toEqual([{ name: null, phones: [], emails: ['ana@example.org'], times: 2 }])
    people.add([{ ...dad, emails: ['Ana@example.org'] }])
    expect(people.suggested(others)).toEqual([])
  })

  it('are not suggested by a player’s number, which may look like a phone number', () => {
    const player = { name: null, purchaseId: 'x', sku: 'oak', type: 'gaming', country: 'MX', to: '5512345678' }
    expect(people.suggested([player, player])).toEqual([])
    const [mum] = people.save(input({ phones: ['5512345678'] }))
    expect(people.boughtFor([player])).toEqual([{ person: mum, purchaseId: null }])
    const whole = { ...player, to: '+525587654321' }
    expect(people.suggested([whole, whole])).toMatchObject([{ phones: ['+525587654321'] }])
  })
})

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
    people.save(input({ name: 'Tía Rosa', phones: ['5512345678'] }))
    people.save(input({ name: 'Luis', emails: ['Luis@example.org'] }))
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
    people.save(input({ name: 'Ana López', phones: ['5512345678'] }))
    people.save(input({ name: 'Beto Ruiz', phones: ['5512345678'] }))
    expect(people.readFile(people.fileOf('csv', inEnglish)).leftOut).toEqual([
      { name: 'Ana López', to: '+525512345678', owners: ['Ana López'] },
      { name: 'Beto Ruiz', to: '+525512345678', owners: ['Beto Ruiz'] },
    ])
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
    people.add([input({ name: 'Mum', phones: ['5512345678'], addresses: [address] })])
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
      people.save(input({ name, colour, phones: [`55123456${name === 'Mum' ? 78 : 79}`] }))
    const files = [people.fileOf('vcf', inEnglish), ...localTables.map((table) => people.fileOf('csv', table))]
    for (const { id } of people.list()) people.remove(id)
    for (const file of files)
      expect(people.readFile(file).contacts.map(({ name, colour }) => [name, colour])).toEqual([
        ['Dad', 'slate'],
        ['Mum', 'violet'],
      ])
    expect(people.readFile('Name,Phone,Color\r\nAna,5512345678,pink\r\n').contacts).toMatchObject([{ colour: null }])
  })

  it('shows two contacts whose long names differ only at the end, and saves both', () => {
    const long = 'María Guadalupe de los Ángeles Hernández y'
    const text = `Name,Phone\r\n${long} Cruz,5512345678\r\n${long} Ruiz,5587654321\r\n${long} Cruz,5511112222\r\n`
    const { contacts } = people.readFile(text)
    expect(contacts.map(({ name, phones }) => [name, phones])).toEqual([
      ['María Guadalupe de los Ángeles Hernández', ['+525512345678', '+525511112222']],
      ['María Guadalupe de los Ángeles Hernánd 2', ['+525587654321']],
    ])
    const all = contacts.map((one) => input({ ...one, name: one.name ?? '', colour: 'rose' }))
    expect(people.add(all)).toHaveLength(2)
  })

  it('gives a number of an unnamed country to nobody unless it exists in the user’s own', () => {
    const read = people.readFile('Name,Phone\r\nJohn,2025550123\r\nAna,55 1234 5678\r\n')
    expect(read).toMatchObject({ contacts: [{ name: 'Ana', phones: ['+525512345678'] }], leftOut: [{ name: 'John' }] })
    expect(refused(() => people.save(input({ phones: ['2025550123'] })))).toEqual(['invalid-input', 'not-a-phone'])
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
    const [ana] = people.save(input({ phones: ['\u202a55 1234 5678\u202c'], emails: ['ana\u200b@example.org'] }))
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
})

it('a named address of an earlier Till is a person with that address', () => {
  const [id, address] = [randomUUID(), newAddress()]
  const file = join(folder, 'earlier.db')
  const earlier = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version < 114),
    'normal',
  )
  earlier
    .prepare('INSERT INTO recipients (id, box) VALUES (?, ?)')
    .run(id, sealer.seal(JSON.stringify({ name: 'Savings', address }), `recipient ${id}`))
  earlier.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  const settings = () => ({ homeCountry: null })
  const later = openPeopleParts({ ledger: migrated, sealer, vault: { isLocked: () => false }, settings })
  const savings = { id, name: 'Savings', colour: 'teal', phones: [], emails: [], addresses: [address] } as const
  expect(later.list()).toEqual([savings])
  expect(later.save({ ...savings, phones: ['+525512345678'], emails: [], addresses: [address] })).toMatchObject([
    { id, phones: ['+525512345678'], addresses: [address] },
  ])
  migrated.close()
})
