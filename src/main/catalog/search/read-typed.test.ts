import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, readTyped, type Typed } from './read-typed.ts'

const amount = (value: number, unit: Typed['amounts'][number]['unit'] = null, decimals = 0) => ({
  value,
  unit,
  decimals,
})

describe('what a person typed', () => {
  it.each<[string, Partial<Typed>]>([
    ['claro 10', { words: ['claro'], amounts: [amount(10)] }],
    ['steam 50 eur', { words: ['steam', 'eur'], amounts: [amount(50)] }],
    ['steam €50', { words: ['steam', 'EUR'], amounts: [amount(50)] }],
    ['50 euros', { words: ['EUR'], amounts: [amount(50)] }],
    ['5gb spain', { words: ['spain'], amounts: [amount(5, 'gigabytes')] }],
    ['5 GB', { words: [], amounts: [amount(5, 'gigabytes')] }],
    ['1,5 gb', { amounts: [amount(1.5, 'gigabytes', 1)] }],
    ['500mb', { amounts: [amount(0.5, 'gigabytes')] }],
    ['30 días', { words: [], amounts: [amount(30, 'days')] }],
    ['2 weeks france', { words: ['france'], amounts: [amount(14, 'days')] }],
    ['60 min', { amounts: [amount(60, 'minutes')] }],
    ['9.99', { amounts: [amount(9.99, null, 2)] }],
    ['7eleven', { words: ['7eleven'], amounts: [] }],
    ['4G', { words: [], amounts: [amount(4, 'gigabytes')] }],
    ['datos ilimitados', { words: ['datos'], unlimited: true }],
    ['nova_MX_10-I', { sku: 'nova_MX_10-I' }],
    ['nova', { sku: null }],
    ['', { words: [], amounts: [], sku: null }],
  ])('%j', (text, expected) => {
    expect(readTyped(text)).toMatchObject(expected)
  })

  it('is taken apart whatever it is, into few and short words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { words, amounts } = readTyped(text)
        expect(words.length).toBeLessThanOrEqual(12)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,60}$/u)
        for (const { value } of amounts) expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })

  it('may be a word that every JavaScript object knows', () => {
    expect(readTyped('constructor 5toString valueOf')).toMatchObject({ words: ['constructor', '5toString', 'valueOf'] })
  })

  it('is compared without accents and capitals', () => {
    expect(fold('ÓRBITA Móvil')).toBe('orbita movil')
  })
})
