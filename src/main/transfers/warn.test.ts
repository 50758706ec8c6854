import fc from 'fast-check'
import { getAddress, type Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { addressIn, groupToType, groupsOf, looksLike, warnOf, type KnownAddress, type RecipientFacts } from './warn.ts'

const friend: Address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
/** Starts and ends like the friend's address, but belongs to another. */
const poison = getAddress('0x8ba1000000000000000000000000000000000a72'.replace('0a72', 'ba72'))
const unknownAddress: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const named: KnownAddress = { address: friend, name: 'Ana', as: 'named' }
const facts = (some: Partial<RecipientFacts>): RecipientFacts => ({
  recipient: unknownAddress,
  known: [named],
  isContract: false,
  wasUsed: true,
  copied: [],
  isUnanswered: false,
  ...some,
})
const warningsFor = (some: Partial<RecipientFacts>): string[] => warnOf(facts(some)).map(({ warning }) => warning)

describe('warnings about a recipient', () => {
  it('are none for an earlier recipient that is in use and not a contract', () => {
    expect(warningsFor({ known: [{ address: unknownAddress, name: null, as: 'sent' }] })).toEqual([])
  })

  it('name the known address that it looks like, and where that is known from', () => {
    for (const as of ['own', 'named', 'sent', 'paid', 'contract'] as const) {
      const known: KnownAddress[] = [{ address: friend, name: 'Ana', as }]
      expect(warnOf(facts({ recipient: poison, known }))[0]).toEqual({
        warning: 'look-alike',
        strong: true,
        other: { address: friend, name: 'Ana' },
      })
    }
  })

  it('name a similar known address even if it has a name of its own by now', () => {
    const known: KnownAddress[] = [named, { address: poison, name: 'Ana 2', as: 'named' }]
    expect(warningsFor({ recipient: poison, known })).toContain('look-alike')
    expect(warningsFor({ recipient: friend, known })).toContain('look-alike')
  })

  it('tell if the clipboard holds another address, not the same in another case', () => {
    expect(warnOf(facts({ copied: [unknownAddress, friend] }))[0]).toEqual({
      warning: 'clipboard',
      strong: true,
      other: { address: friend, name: 'Ana' },
    })
    expect(warningsFor({ copied: [unknownAddress.toLowerCase() as Address] })).not.toContain('clipboard')
  })

  it('tell if it is a contract: strongly if the service names it, plainly if it only has code', () => {
    const known: KnownAddress[] = [{ address: unknownAddress, name: 'USDT', as: 'contract' }]
    expect(warnOf(facts({ known, isContract: true }))).toMatchObject([
      { warning: 'known-contract', strong: true },
      { warning: 'first-time', strong: false },
    ])
    expect(warnOf(facts({ isContract: true, wasUsed: false }))).toMatchObject([
      { warning: 'contract', strong: false },
      { warning: 'first-time' },
    ])
  })

  it('tell if it was never used, but not for an own account or before nodes have answered', () => {
    expect(warningsFor({ wasUsed: false })).toEqual(['never-used', 'first-time'])
    expect(warningsFor({ wasUsed: null, isContract: null })).toEqual(['first-time'])
    expect(warningsFor({ wasUsed: false, known: [{ address: unknownAddress, name: '', as: 'own' }] })).toEqual([
      'own-account',
    ])
  })
})

describe('similar addresses', () => {
  const signs = (length: number): fc.Arbitrary<string> =>
    fc
      .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
      .map((digits) => digits.map((digit) => digit.toString(16)).join(''))
  const address = signs(40).map((text) => getAddress(`0x${text}`))
  /** Returns an address with the same ends and another middle. */
  const resembling = (one: Address, middle: string): Address =>
    getAddress(`0x${one.slice(2, 6)}${middle}${one.slice(38)}`.toLowerCase())

  it('share the first and the last four characters and differ between them', () => {
    fc.assert(
      fc.property(address, signs(32), (one, middle) => {
        const alike = resembling(one, middle)
        expect(looksLike(one, alike)).toBe(one !== alike)
        expect(looksLike(alike, one)).toBe(one !== alike)
        expect(looksLike(one, one.toLowerCase() as Address)).toBe(false)
      }),
    )
  })

  it('cannot differ in any of those eight characters', () => {
    fc.assert(
      fc.property(address, signs(32), fc.constantFrom(2, 3, 4, 5, 38, 39, 40, 41), (one, middle, index) => {
        const alike = resembling(one, middle)
        const sign = ((parseInt(alike.charAt(index), 16) + 1) % 16).toString(16)
        expect(looksLike(one, `${alike.slice(0, index)}${sign}${alike.slice(index + 1)}` as Address)).toBe(false)
      }),
    )
  })

  it('are told apart by typing the first group that differs, otherwise the last group, or none', () => {
    fc.assert(
      fc.property(address, signs(32), (one, middle) => {
        const alike = resembling(one, middle)
        fc.pre(alike !== one)
        const known: KnownAddress[] = [{ address: one, name: null, as: 'sent' }]
        const group = groupToType(alike, warnOf(facts({ recipient: alike, known }))) ?? -1
        expect(groupsOf(alike)[group]).not.toBe(groupsOf(one)[group])
        expect(groupsOf(alike).slice(0, group)).toEqual(groupsOf(one).slice(0, group))
      }),
    )
    expect(groupToType(unknownAddress, warnOf(facts({ copied: [friend] })))).toBe(9)
    expect(groupToType(unknownAddress, warnOf(facts({})))).toBeNull()
  })
})

it('finds the only address in a text, and none if there are two or it is part of something longer', () => {
  expect(addressIn(friend)).toBe(friend)
  expect(addressIn(`please: ${friend}, thanks`)).toBe(friend)
  expect(addressIn(`${friend}00`)).toBeNull()
  expect(addressIn(`0x${'ab'.repeat(32)}`)).toBeNull()
  expect(addressIn(`${friend} ${unknownAddress}`)).toBeNull()
  expect(addressIn('nothing')).toBeNull()
})
