import { afterAll, describe, expect, it, vi } from 'vitest'
import { programOf } from '../../../../scripts/testing/program-of.ts'
import { requests } from '../../../shared/contract.ts'
import { readField, readVariant, type FieldSpec } from '../../service/operations/read-variant.ts'
import { checkDelivery, type DeliveryCheck, type VariantRules } from './check-delivery.ts'
import { checkPhone } from './check-phone.ts'
import { fieldKind } from './field-kind.ts'
import { createRegexMatcher } from './regex-matcher.ts'
import { rawVariant } from '../../../testing/catalog/cache.ts'
import phones from '../vectors/phones.json' with { type: 'json' }
import redos from '../vectors/redos.json' with { type: 'json' }

const workerUrl = programOf('regex-worker')
const matcher = createRegexMatcher(workerUrl)
afterAll(() => matcher.close())

const spec = (name: string, regex = '', valueType = 'string'): FieldSpec => ({ name, valueType, regex })
const brand = { slug: 'nova', name: 'Nova', imageUrl: '', productType: '' }
const rules = (more: Record<string, unknown>): VariantRules => {
  const variant = readVariant(rawVariant('SKU', more), brand)
  if (variant === null) throw new Error('Not a variant')
  return variant
}

/** Runs `work` and returns for how many milliseconds it kept this thread from anything else at most. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const beat = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const beats = setInterval(beat, 5)
  await work()
  clearInterval(beats)
  beat()
  return longest
}
const check = (
  more: Record<string, unknown>,
  reference: string,
  fields: Record<string, string> = {},
): Promise<DeliveryCheck> => checkDelivery(rules(more), { reference, fields }, matcher)

describe('fieldKind', () => {
  it.each([
    [spec('recipient.email'), 'email'],
    [spec('reference', '^[^@]+@.+$'), 'email'],
    [spec('phoneNumber'), 'phone'],
    [spec('reference', '^\\+52\\d{10}$'), 'phone'],
    [spec('mobile_number', '', 'number'), 'phone'],
    [spec('whatever', '', 'phone'), 'phone'],
    [spec('delivery.date'), 'date'],
    [spec('birthDate'), 'date'],
    [spec('updated', '', 'date'), 'date'],
    [spec('account.number', '^\\d{8}$', 'number'), 'number'],
    [spec('sender.firstName'), 'text'],
    [spec('gift.message', '^(?!\\s).+$'), 'text'],
    [readField({})!, 'text'],
  ])('maps %j to %s', (field, kind) => {
    expect(fieldKind(field)).toBe(kind)
  })
})

describe('phone numbers', () => {
  it.each(phones.typed as [string, string, string][])('reads %s %s as people write it', (region, typed, e164) => {
    expect(checkPhone(typed, region)).toMatchObject({ ok: true, known: true, forms: expect.arrayContaining([e164]) })
  })

  it.each(phones.mobile as [string, string, string][])(
    'reads the national number of %s %s',
    (region, national, e164) => {
      expect(checkPhone(national, region)).toMatchObject({
        ok: true,
        known: true,
        forms: expect.arrayContaining([e164, e164.slice(1)]),
      })
    },
  )

  it.each(phones.invalid as [string | null, string][])(
    'refuses %s %j if no rule of the service accepts it',
    async (region, typed) => {
      const result = await check(
        { country: region ?? '', productType: 'gift_card', referenceType: spec('phone') },
        typed,
      )
      expect(result.reference).toBeNull()
      expect(result.problems).toHaveLength(1)
    },
  )

  it.each([
    ['+52 55 1234 5678', '+525512345678'],
    ['(55) 1234-5678', '+525512345678'],
    ['0052 55 1234 5678', '+525512345678'],
    ['\u202a+52\u00a055\u200b12345678\u202c', '+525512345678'],
  ])('reads %j as a Mexican number', async (typed, e164) => {
    const result = await check({ referenceType: spec('phoneNumber', '^\\+52\\d{10}$') }, typed)
    expect(result).toEqual({ reference: e164, fields: [], problems: [], doubts: [] })
  })

  it.each([
    ['^\\+52\\d{10}$', '+525512345678'],
    ['^52\\d{10}$', '525512345678'],
    ['^\\d{10}$', '5512345678'],
    ['', '+525512345678'],
    ['(((', '+525512345678'],
  ])('sends it in the form that %j accepts', async (regex, expected) => {
    expect((await check({ referenceType: spec('phoneNumber', regex) }, '55 1234 5678')).reference).toBe(expected)
  })

  it('sends a national number with its leading zero if the service wants that', async () => {
    const british = { country: 'GB', referenceType: spec('phone', '^07\\d{9}$') }
    expect((await check(british, '+44 7400 123456')).reference).toBe('07400123456')
  })

  it.each([
    ['55 1234 567', { problem: 'too-short', country: 'MX' }],
    ['55 1234 5678 9012 34', { problem: 'too-long', country: 'MX' }],
    ['+1 415 555 2671', { problem: 'wrong-country', country: 'US' }],
    ['not a phone', { problem: 'not-a-phone', country: 'MX' }],
    ['', { problem: 'missing', country: null }],
    ['  \u200b ', { problem: 'missing', country: null }],
  ])('reports the problem of %j for Mexico', async (typed, problem) => {
    const result = await check({ referenceType: spec('phoneNumber', '^\\+52\\d{10}$') }, typed)
    expect(result).toEqual({ reference: null, fields: [], problems: [{ field: null, ...problem }], doubts: [] })
    requests['checkout.check'].output.parse(result)
  })

  it.each(['0000000000', '+52 000 000 0000'])('refuses %j, one repeated digit that is not assigned', async (typed) => {
    const result = await check({ referenceType: spec('phoneNumber', '^(\\+52)?\\d{10}$') }, typed)
    expect(result.problems).toEqual([{ field: null, problem: 'repeated', country: 'MX' }])
  })

  it('doubts one repeated digit that is assigned: few people have such a number', async () => {
    const result = await check({ referenceType: spec('phoneNumber') }, '55 5555 5555')
    expect(result).toMatchObject({
      reference: '+525555555555',
      problems: [],
      doubts: [{ field: null, reason: 'unassigned', country: 'MX' }],
    })
  })

  it('doubts a number that the service accepts and that is not assigned in the country', async () => {
    const mexican = { referenceType: spec('phoneNumber', '^\\d{10}$') }
    const result = await check(mexican, '212 555 1234')
    expect(result).toMatchObject({
      reference: '2125551234',
      problems: [],
      doubts: [{ field: null, reason: 'unassigned', country: 'MX' }],
    })
    requests['checkout.check'].output.parse(result)
    expect((await check(mexican, '55 1234 5678')).doubts).toEqual([])
  })

  it('doubts such a number in a required field too', async () => {
    const gift = { referenceType: null, requiredFields: [spec('recipient.phone', '^\\d{10}$')] }
    const result = await check(gift, '', { 'recipient.phone': '212 555 1234' })
    expect(result.doubts).toEqual([{ field: 'recipient.phone', reason: 'unassigned', country: 'MX' }])
  })

  it.each(['+1 212 555 1234', '+1 000 000 0001'])('never sends %j as a Mexican number', async (typed) => {
    const national = { referenceType: spec('phoneNumber', '^\\d{10}$') }
    expect(await check(national, typed)).toMatchObject({ reference: null, problems: [{ problem: 'wrong-country' }] })
    const anyPhone = { ...national, productType: 'esim' }
    expect(await check(anyPhone, typed)).toMatchObject({ reference: null, problems: [{ problem: 'pattern' }] })
  })

  it('accepts phones of any country if a product names none', async () => {
    const everywhere = { country: '', supportedCountries: [], referenceType: spec('phoneNumber') }
    expect((await check(everywhere, '+52 55 1234 5678')).reference).toBe('+525512345678')
  })

  it('accepts phones of any country for a travel plan', async () => {
    const plan = { productType: 'esim', referenceType: spec('phoneNumber', '^\\+[1-9]\\d{6,14}$') }
    expect((await check(plan, '+1 415 555 2671')).reference).toBe('+14155552671')
  })

  it('trusts the service’s rule over the metadata for numbers that may be new', async () => {
    const fresh = { country: 'MX', referenceType: spec('phoneNumber', '^\\+52\\d{10}$') }
    expect((await check(fresh, '+52 000 000 0001')).reference).toBe('+520000000001')
  })
})

describe('e-mail', () => {
  it.each(['ana@example.org', 'a.b+c@sub.example.co', 'josé@exämple.org'])('accepts %s', async (typed) => {
    expect((await check({ referenceType: spec('email') }, ` ${typed} `)).reference).toBe(typed)
  })

  it.each([
    'ana',
    'ana@',
    '@example.org',
    'a b@example.org',
    'a@b',
    'a@example..org',
    'a@@example.org',
    `${'a'.repeat(65)}@example.org`,
  ])('refuses %s', async (typed) => {
    expect((await check({ referenceType: spec('email') }, typed)).problems).toEqual([
      { field: null, problem: 'not-an-email', country: null },
    ])
  })

  it('also applies the service’s rule', async () => {
    const only = { referenceType: spec('email', '@example\\.org$') }
    expect((await check(only, 'ana@example.com')).problems).toMatchObject([{ problem: 'pattern' }])
  })
})

describe('required fields', () => {
  const gift = {
    productType: 'gift_card',
    requiredFields: [
      spec('recipient.email'),
      spec('gift.message', '^(?!\\s)[^<>]{1,20}$'),
      spec('contact.phone', '^\\+\\d+$'),
      spec('account.number', '^\\d{4}$', 'number'),
    ],
  }

  it('sends only the required fields, in the product’s order and form', async () => {
    const fields = {
      'account.number': ' 1234 ',
      'gift.message': 'Feliz cumple',
      'contact.phone': '(415) 555-2671',
      'recipient.email': 'ana@example.org',
      other: 'x',
    }
    expect(await check({ ...gift, country: 'US' }, '', fields)).toEqual({
      reference: '',
      problems: [],
      doubts: [],
      fields: [
        { key: 'recipient.email', value: 'ana@example.org' },
        { key: 'gift.message', value: 'Feliz cumple' },
        { key: 'contact.phone', value: '+14155552671' },
        { key: 'account.number', value: '1234' },
      ],
    })
  })

  it('doubts an e-mail address one typing error from a provider’s, and suggests that', async () => {
    const mail = { referenceType: spec('email'), requiredFields: [spec('recipient.email')] }
    const result = await check(mail, 'lupita@gmial.com', { 'recipient.email': 'ana@example.org' })
    expect(result).toMatchObject({
      reference: 'lupita@gmial.com',
      problems: [],
      doubts: [{ field: null, reason: 'mistyped-email', suggestion: 'lupita@gmail.com' }],
    })
    requests['checkout.check'].output.parse(result)
    const inField = await check(mail, 'ana@example.org', { 'recipient.email': 'Ana@hotmial.com' })
    expect(inField.doubts).toEqual([
      { field: 'recipient.email', reason: 'mistyped-email', suggestion: 'Ana@hotmail.com' },
    ])
    expect((await check({ referenceType: spec('email', '^x') }, 'lupita@gmial.com')).doubts).toEqual([])
  })

  it('names each missing or invalid field', async () => {
    const { problems, fields } = await check(gift, '', {
      'gift.message': '<b>',
      'account.number': '12',
      'contact.phone': '+1 415 555 2671',
    })
    expect(fields).toEqual([{ key: 'contact.phone', value: '+14155552671' }])
    expect(problems).toEqual([
      { field: 'recipient.email', problem: 'missing', country: null },
      { field: 'gift.message', problem: 'pattern', country: null },
      { field: 'account.number', problem: 'pattern', country: null },
    ])
  })

  it('reads a field named like an object member as a normal field', async () => {
    const { problems } = await check({ requiredFields: [spec('constructor'), spec('__proto__')] }, '')
    expect(problems.map(({ problem }) => problem)).toEqual(['missing', 'missing'])
  })
})

describe('untrusted regexes', () => {
  it.each(redos.evil.map(({ pattern, attack }) => [pattern, attack] as const))(
    '%s never blocks anything',
    async (pattern, attack) => {
      const text = attack.prefix + attack.pump.repeat(Math.min(attack.repeat, 2000)) + attack.suffix
      const started = performance.now()
      await matcher.test(pattern, text)
      expect(performance.now() - started).toBeLessThan(2_000)
    },
  )

  it.each([
    ['1,000 repeats in a row', '(?:a?){1000}'.repeat(133)],
    ['nested repeats in a row', '(?:(?:a{1,9}){1,9}){1,9}'.repeat(66)],
    ['deep repeats', `${'('.repeat(200)}a${'{1,30})'.repeat(200)}`],
    ['as many repeats as are allowed', '(?:a?){1000}'.repeat(4)],
  ])('%s never block main', async (_, pattern) => {
    // The first one takes 10 s where nothing limits it.
    expect(await longestPause(() => matcher.test(pattern, 'a'.repeat(500)))).toBeLessThan(1_000)
  })

  it.each(redos.safe)('%s is applied', async (pattern) => {
    expect(await matcher.test(pattern, 'aaa')).not.toBeNull()
  })

  it.each([...redos.invalid, '', 'a'.repeat(2001), 'a{5001}', '(a{1,100}){1,100}'])(
    '%s is ignored',
    async (pattern) => {
      expect(await matcher.test(pattern, 'anything')).toBeNull()
    },
  )

  it.each([
    ['^(?!0)\\d+$', '12', true],
    ['^(?!0)\\d+$', '012', false],
    ['(a)\\1', 'xaax', true],
    ['^(?=.*\\d)(?=.*[a-z]).{4,}$', 'ab12', true],
    ['/^ana$/i', 'ANA', true],
    ['^.{1,2000}$', 'ana', true],
    ['^\\p{L}+$', 'José', true],
    ['^(?!x)\\p{L}+$', 'José', true],
    ['^(?P<year>\\d{4})$', '2030', true],
  ])('%s on %s is %s', async (pattern, text, expected) => {
    expect(await matcher.test(pattern, text)).toBe(expected)
  })

  it('are tried once a minute if they are unusable', async () => {
    const own = createRegexMatcher(workerUrl, 1_000)
    const slow = '^(a+)+\\1?$(?=x)'
    expect(await own.test(slow, `${'a'.repeat(40)}!`)).toBeNull()
    const started = performance.now()
    for (let time = 0; time < 20; time += 1) expect(await own.test(slow, 'a')).toBeNull()
    expect(performance.now() - started).toBeLessThan(500)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(started + 61_000)
    expect(await own.test(slow, 'a')).toBe(false)
    clock.mockRestore()
    await own.close()
  })

  it('of one product take ten seconds at most', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const asked: string[] = []
    const slowly = {
      test: async (regex: string) => {
        clock.mockReturnValue(4_000 * asked.push(regex))
        return false
      },
    }
    const names = ['a', 'b', 'c', 'd', 'e']
    const typed = Object.fromEntries(names.map((name) => [name, 'x']))
    const many = rules({ requiredFields: names.map((name) => spec(name, name)) })
    const { problems, fields } = await checkDelivery(many, { reference: '', fields: typed }, slowly)
    clock.mockRestore()
    expect(asked).toEqual(['a', 'b', 'c'])
    expect(problems.map(({ field }) => field)).toEqual(['a', 'b', 'c'])
    expect(fields.map(({ key }) => key)).toEqual(['d', 'e'])
  })

  it('continues after a regex had to be killed, also for pending checks', async () => {
    const own = createRegexMatcher(workerUrl, 1_000)
    const killed = own.test('^(a+)+\\1?$(?=x)', `${'a'.repeat(40)}!`)
    const waiting = own.test('^(?!0)\\d+$', '12')
    expect(await killed).toBeNull()
    expect(await waiting).toBe(true)
    await own.close()
  })
})
