import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { recipientKey } from '../recipient-of.ts'
import { doubtNumber, type KnownNumber } from './doubt-number.ts'
import { readNumber, type WrittenNumber } from './written-number.ts'
import phones from '../../catalog/vectors/phones.json' with { type: 'json' }

const telcel = { slug: 'telcel', name: 'Telcel' }
const movistar = { slug: 'movistar', name: 'Movistar' }
const writtenAs = (text: string, country = ''): WrittenNumber => {
  const written = readNumber(text, country)
  if (written === null) throw new Error(`No number: ${text}`)
  return written
}
const knownAs = (e164: string, topUps: KnownNumber['topUps'], deliveries = topUps.length): KnownNumber => ({
  ...writtenAs(e164),
  name: null,
  deliveries,
  topUps,
})
const savedAs = (name: string, e164: string, topUps: KnownNumber['topUps'] = []): KnownNumber => ({
  ...knownAs(e164, topUps),
  name,
})
const mobiles = phones.mobile as [string, string, string][]
const numbers = mobiles.map(([, , e164]) => e164)
/** Each number as its country writes it, with what dials there; shorter ones are not compared. */
const nationals = mobiles
  .map(
    ([country, , e164]) =>
      [parsePhoneNumberFromString(e164)!.formatNational().replace(/\D/g, ''), country, e164] as const,
  )
  .filter(([national]) => national.length >= 8)
const usual = (e164: string): KnownNumber[] => [knownAs(e164, [telcel, telcel])]
const doubtIn = (text: string, known: readonly KnownNumber[], country = ''): ReturnType<typeof doubtNumber> =>
  doubtNumber(writtenAs(text, country), telcel.slug, known)

/** Returns the digits of a number with each single digit replaced by every other one. */
function slipsOf(digits: string): string[] {
  return [...digits].flatMap((digit, at) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => digits.slice(0, at) + other + digits.slice(at + 1)),
  )
}
/** Returns the digits of a number with each two different neighbours swapped. */
function swapsOf(digits: string): string[] {
  return [...digits.slice(1)].flatMap((next, at) => {
    const digit = digits[at] ?? ''
    return digit === next ? [] : [digits.slice(0, at) + next + digit + digits.slice(at + 2)]
  })
}

describe('of a number that was topped up twice', () => {
  it.each(numbers)('%s, every single digit slip is doubted', (e164) => {
    for (const slip of slipsOf(e164.slice(1)))
      expect(doubtIn(`+${slip}`, usual(e164)), slip).toMatchObject({ reason: 'similar-number' })
  })

  it.each(numbers)('%s, every swap of neighbours is doubted', (e164) => {
    for (const swap of swapsOf(e164.slice(1)))
      expect(doubtIn(`+${swap}`, usual(e164)), swap).toMatchObject({ reason: 'similar-number' })
  })

  it.each(numbers)('%s, the number itself is not doubted', (e164) => {
    expect(doubtIn(e164, usual(e164))).toBeNull()
    expect(doubtIn(e164.slice(1), usual(e164))).toBeNull()
  })

  it.each(nationals)(
    '%s of %s, a slip in its national form is doubted, and that form itself is not',
    (national, country, e164) => {
      expect(doubtIn(national, usual(e164), country)).toBeNull()
      for (const slip of [...slipsOf(national), ...swapsOf(national)]) {
        // Behind the prefix of another form stands the same number: 79123456789 is 89123456789 in Russia.
        const isSame = recipientKey(slip, country) === e164
        expect(doubtIn(slip, usual(e164), country)?.reason ?? null, slip).toBe(isSame ? null : 'similar-number')
      }
    },
  )

  it('a number with two other slips is not doubted', () => {
    expect(doubtIn('+5491123456798', usual('+5491123456789'))).toMatchObject({ times: 2 })
    expect(doubtIn('+5491123457798', usual('+5491123456789'))).toBeNull()
    expect(doubtIn('+5491129456783', usual('+5491123456789'))).toBeNull()
  })

  it('a national number is compared without the calling code', () => {
    const known = usual('+525512345678')
    expect(doubtIn('5512345678', known, 'MX')).toBeNull()
    expect(doubtIn('5512345687', known, 'MX')).toEqual({
      reason: 'similar-number',
      known: '+525512345678',
      name: null,
      times: 2,
    })
  })
})

it('a number topped up once may have been mistyped itself, and doubts none', () => {
  expect(doubtIn('+525512345679', [knownAs('+525512345678', [telcel])])).toBeNull()
})

it('a mistyped number that was topped up once is doubted again', () => {
  const known = [knownAs('+525512345679', [telcel]), knownAs('+525512345678', [telcel, telcel, telcel])]
  expect(doubtIn('+525512345679', known)).toMatchObject({ known: '+525512345678', times: 3 })
})

it('of several similar numbers, the usual one is named', () => {
  const known = [knownAs('+525512345670', [telcel, telcel]), knownAs('+525512345678', [telcel, telcel, telcel])]
  expect(doubtIn('+525512345679', known)).toMatchObject({ known: '+525512345678' })
})

describe('of a number saved by name, before anything was delivered to it', () => {
  it.each(numbers)('%s, every single digit slip and every swap of neighbours is doubted', (e164) => {
    for (const slip of [...slipsOf(e164.slice(1)), ...swapsOf(e164.slice(1))])
      expect(doubtIn(`+${slip}`, [savedAs('Mom Lucia', e164)]), slip).toEqual({
        reason: 'similar-number',
        known: e164,
        name: 'Mom Lucia',
        times: 0,
      })
  })

  it('no saved number itself is doubted, however alike another one is', () => {
    const everybody = numbers
      .flatMap((e164) => [e164, `+${slipsOf(e164.slice(1))[0]}`])
      .map((e164) => savedAs('A', e164))
    for (const { number } of everybody) expect(doubtIn(number, everybody), number).toBeNull()
    for (const [national, country] of nationals) expect(doubtIn(national, everybody, country), national).toBeNull()
  })

  it('a saved number is not doubted for a usual one that nobody saved', () => {
    const known = [...usual('+525512345678'), savedAs('Mom Lucia', '+525512345679')]
    expect(doubtIn('+525512345679', known)).toBeNull()
    expect(doubtIn('5512345679', known, 'MX')).toBeNull()
  })

  it('a number that was topped up before is not doubted, unless the saved one is usual', () => {
    const topped = knownAs('+525512345679', [telcel])
    expect(doubtIn('+525512345679', [topped, savedAs('Mom Lucia', '+525512345678', [telcel])])).toBeNull()
    const mom = savedAs('Mom Lucia', '+525512345678', [telcel, telcel])
    expect(doubtIn('+525512345679', [topped, mom])).toMatchObject({ name: 'Mom Lucia', times: 2 })
  })

  it('the saved one of two similar numbers is named', () => {
    const known = [...usual('+525512345670'), savedAs('Mom Lucia', '+525512345678')]
    expect(doubtIn('+525512345679', known)).toMatchObject({ name: 'Mom Lucia' })
  })
})

describe('a top-up of another brand than the number’s', () => {
  const top = (slug: string | null, topUps: KnownNumber['topUps']): ReturnType<typeof doubtNumber> =>
    doubtNumber(writtenAs('+525512345678'), slug, [knownAs('+525512345678', topUps, Math.max(2, topUps.length))])

  it('last two is doubted', () => {
    expect(top('movistar', [telcel, telcel, movistar])).toEqual({
      reason: 'other-brand',
      brand: 'Telcel',
      slug: 'telcel',
    })
  })

  it('is not doubted after two of different brands, after one, or for another kind of product', () => {
    expect(top('movistar', [telcel, movistar])).toBeNull()
    expect(top('movistar', [telcel])).toBeNull()
    expect(top('telcel', [telcel, telcel])).toBeNull()
    expect(top(null, [telcel, telcel])).toBeNull()
  })
})
