import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { openPeopleParts } from '../wiring/people.ts'
import { inEnglish } from '../../testing/exports/read-table.ts'
import { openTestPeople, personInput, type TestPeople } from '../../testing/people/open-test-people.ts'
import { newAddress } from '../../testing/transfers/open-test-transfers.ts'
import { refused } from '../../testing/refusal.ts'
import type { People } from './open-people.ts'
import { ownersAmong } from './owner-of.ts'

let home: TestPeople
let people: People
beforeEach(() => {
  home = openTestPeople()
  people = home.people
})
afterEach(() => home.dispose())

describe('a person', () => {
  it('has a clean name, international numbers and checked addresses, each once, and nothing of it is stored in clear', () => {
    const address = newAddress()
    const [mum] = people.save(
      personInput({
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
      home.ledger.prepare('SELECT id, hex(box) AS box, CAST(box AS TEXT) AS text FROM people').all(),
    )
    expect(stored).not.toMatch(/Mum|5512345678|mum@|0x/)
  })

  it('owns a number that another one got later, whatever the two are called', () => {
    for (const [first, second] of [
      ['Tía Rosa', 'Rosa Tía'],
      ['Ana', 'Zoe'],
    ]) {
      for (const { id } of people.list()) people.remove(id)
      people.save(personInput({ name: first, phones: ['5512345678'] }))
      people.save(personInput({ name: second, phones: ['5512345678'] }))
      const ownersOfAll = [people.owners(), ownersAmong(people.list())]
      for (const ownerOf of ownersOfAll) expect(ownerOf('+525512345678', null)?.name).toBe(first)
    }
  })

  it('is changed under its id, listed in the order of saving, and removed', () => {
    const [mum] = people.save(personInput())
    people.save(personInput({ name: 'Ana' }))
    const changed = people.save(personInput({ id: mum?.id ?? '', name: 'Zoe', phones: ['5587654321'] }))
    expect(changed.map(({ name, phones }) => [name, phones])).toEqual([
      ['Zoe', ['+525587654321']],
      ['Ana', []],
    ])
    expect(people.remove(mum?.id ?? '')).toMatchObject([{ name: 'Ana' }])
  })

  it('differs from others in name and addresses, has only valid numbers and addresses, and needs an unlocked Till', () => {
    const address = newAddress()
    const [mum] = people.save(personInput({ addresses: [address] }))
    expect(refused(() => people.save(personInput({ name: 'mum' })))).toEqual(['not-allowed', 'name-taken'])
    expect(refused(() => people.save(personInput({ name: 'Dad', addresses: [address] })))).toEqual([
      'not-allowed',
      'recipient-known',
    ])
    expect(refused(() => people.save(personInput({ name: ' \u200b ' })))).toEqual(['invalid-input', undefined])
    expect(refused(() => people.save(personInput({ name: 'Dad', phones: ['12'] })))).toEqual([
      'invalid-input',
      'not-a-phone',
    ])
    expect(refused(() => people.save(personInput({ name: 'Dad', emails: ['dad'] })))).toEqual([
      'invalid-input',
      'not-an-email',
    ])
    expect(refused(() => people.save(personInput({ name: 'Dad', addresses: ['dad.eth'] })))).toEqual([
      'invalid-input',
      'not-an-address',
    ])
    expect(refused(() => people.save(personInput({ id: randomUUID() })))).toEqual(['not-found', undefined])
    expect(refused(() => people.remove(randomUUID()))).toEqual(['not-found', undefined])
    home.isLocked = true
    expect(refused(() => people.save(personInput({ name: 'Dad' })))).toEqual(['locked', undefined])
    expect(refused(() => people.remove(mum?.id ?? ''))).toEqual(['locked', undefined])
    for (const format of ['vcf', 'csv'] as const)
      expect(refused(() => people.fileOf(format, inEnglish))).toEqual(['locked', undefined])
    home.isLocked = false
    expect(people.list()).toHaveLength(1)
  })

  it('whose sealed data lies under another id is nobody', () => {
    const [mum] = people.save(personInput())
    people.save(personInput({ name: 'Dad' }))
    home.ledger.exec(
      `UPDATE people SET box = (SELECT box FROM people WHERE id <> '${mum?.id}') WHERE id = '${mum?.id}'`,
    )
    expect(people.list()).toMatchObject([{ name: 'Dad' }])
  })
})

describe('several people', () => {
  const dad = personInput({ name: 'Dad', phones: ['5587654321'] })

  it('are added at once, and only whom the user chose gets new numbers', () => {
    const address = newAddress()
    const [mum] = people.save(personInput({ phones: ['5512345678'], addresses: [address] }))
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
    home.ledger.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON people WHEN (SELECT count(*) FROM people) = 1
      BEGIN SELECT RAISE(ABORT, 'The disk is full'); END`)
    expect(() => people.add([dad, { ...dad, name: 'Mum' }])).toThrow('The disk is full')
    expect(people.list()).toEqual([])
  })

  it('never get a number or an address by having the name of a person, or one that looks the same', () => {
    people.save(personInput({ phones: ['5512345678'] }))
    for (const name of ['Mum', ' mum ', '\u041cum', 'M\u03c5m', 'Ｍum'])
      expect([name, refused(() => people.add([{ ...dad, name, addresses: [newAddress()] }]))]).toEqual([
        name,
        ['not-allowed', 'name-taken'],
      ])
    people.save(personInput({ name: 'Jose\u0301' }))
    expect(refused(() => people.save(personInput({ name: 'José' })))).toEqual(['not-allowed', 'name-taken'])
    expect(people.list().flatMap(({ phones, addresses }) => [...phones, ...addresses])).toEqual(['+525512345678'])
  })

  it('differ from each other too if they are added at once', () => {
    const address = newAddress()
    expect(refused(() => people.add([dad, { ...dad, name: 'dad', phones: ['5511112222'] }]))).toEqual([
      'not-allowed',
      'name-taken',
    ])
    const both = [dad, personInput()].map((one) => ({ ...one, addresses: [address] }))
    expect(refused(() => people.add(both))).toEqual(['not-allowed', 'recipient-known'])
    expect(people.list()).toEqual([])
  })

  it('get no more numbers or addresses than the user can change later', () => {
    const each = (count: number) => Array.from({ length: count }, (_, index) => index)
    const reach = {
      phones: each(21).map((index) => `+5255123456${index + 10}`),
      emails: each(21).map((index) => `mum${index}@example.org`),
      addresses: each(21).map(() => newAddress()),
    }
    const most = { phones: reach.phones.slice(1), emails: reach.emails.slice(1), addresses: reach.addresses.slice(1) }
    const [mum] = people.save(personInput(most))
    for (const kind of ['phones', 'emails', 'addresses'] as const) {
      const more = personInput({ id: mum?.id ?? '', [kind]: reach[kind].slice(0, 1) })
      expect([kind, refused(() => people.add([more]))]).toEqual([kind, ['not-allowed', 'person-full']])
    }
    expect(people.list()).toEqual([mum])
    expect(mum).toMatchObject(most)
  })

  it('are at most a thousand', () => {
    const crowd = Array.from({ length: 1000 }, (_, index) => personInput({ name: `Person ${index}` }))
    expect(people.add(crowd)).toHaveLength(1000)
    expect(refused(() => people.save(dad))).toEqual(['not-allowed', 'too-many-recipients'])
    expect(people.list()).toHaveLength(1000)
  })

  it('are all refused if one is, and while Till is locked', () => {
    expect(refused(() => people.add([dad, { ...dad, name: ' ' }]))).toEqual(['invalid-input', undefined])
    home.isLocked = true
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
    const [mum] = people.save(personInput({ phones: ['5512345678'] }))
    expect(people.boughtFor([player])).toEqual([{ person: mum, purchaseId: null }])
    const whole = { ...player, to: '+525587654321' }
    expect(people.suggested([whole, whole])).toMatchObject([{ phones: ['+525587654321'] }])
  })
})

it('a named address of an earlier Till is a person with that address', () => {
  const [id, address] = [randomUUID(), newAddress()]
  const file = join(home.folder, 'earlier.db')
  const earlier = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version < 114),
    'normal',
  )
  earlier
    .prepare('INSERT INTO recipients (id, box) VALUES (?, ?)')
    .run(id, home.sealer.seal(JSON.stringify({ name: 'Savings', address }), `recipient ${id}`))
  earlier.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  const settings = () => ({ homeCountry: null })
  const later = openPeopleParts({ ledger: migrated, sealer: home.sealer, vault: { isLocked: () => false }, settings })
  const savings = { id, name: 'Savings', colour: 'teal', phones: [], emails: [], addresses: [address] } as const
  expect(later.list()).toEqual([savings])
  expect(later.save({ ...savings, phones: ['+525512345678'], emails: [], addresses: [address] })).toMatchObject([
    { id, phones: ['+525512345678'], addresses: [address] },
  ])
  migrated.close()
})
