import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../shared/search/fold.ts'
import { readTyped, type Typed } from './read-typed.ts'
import type { Known } from './typed-money.ts'

/** A catalog with prices in these currencies, and with these words. */
const known = (sold: string, words = 'spain europe steam sol real mexico'): Known => ({
  sold: (currencies) => currencies.filter((code) => sold.includes(code)),
  hasWord: (word) => words.split(' ').includes(word),
  hasBegun: (letters) => words.split(' ').some((word) => word.startsWith(letters)),
})
const many = 'VES USD EUR GBP MXN COP ARS CLP PHP BRL PEN GTQ CAD AUD INR JPY CNY KWD XOF SEK PLN TOP ALL'
const read = (text: string): Typed => readTyped(text, known(many))

const money = (value: number, currencies: string, decimals = 0) => ({
  value,
  decimals,
  unit: null,
  currencies: currencies.split(' '),
})
const amount = (value: number, unit: Typed['amounts'][number]['unit'] = null, decimals = 0) => ({
  value,
  unit,
  decimals,
  currencies: null,
})

describe('typed text', () => {
  it.each<[string, Partial<Record<keyof Typed, unknown>>]>([
    ['claro 10', { words: ['claro'], amounts: [amount(10)] }],
    ['steam 50 eur', { words: ['steam'], amounts: [money(50, 'EUR')] }],
    ['steam €50', { words: ['steam'], amounts: [money(50, 'EUR')] }],
    ['50 euros', { words: [], amounts: [money(50, 'EUR')] }],
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
    ['appels illimités', { words: ['appels'], unlimited: true }],
    ['5 Go 30 jours', { words: [], amounts: [amount(5, 'gigabytes'), amount(30, 'days')] }],
    ['500mo 2 semaines', { amounts: [amount(0.5, 'gigabytes'), amount(14, 'days')] }],
    ['1 an', { words: [], amounts: [amount(365, 'days')] }],
    ['$20', { words: [], amounts: [money(20, 'USD ARS AUD CAD CLP COP MXN')] }],
    ['20 $', { amounts: [money(20, 'USD ARS AUD CAD CLP COP MXN')] }],
    ['R$20', { amounts: [money(20, 'BRL')] }],
    ['20MX$', { amounts: [money(20, 'MXN')] }],
    ['S/ 20', { amounts: [money(20, 'PEN')] }],
    ['USD$20', { words: [], amounts: [money(20, 'USD')] }],
    ['$20 MXN', { words: [], amounts: [money(20, 'MXN')] }],
    ['usd20 20usd', { words: [], amounts: [money(20, 'USD'), money(20, 'USD')] }],
    ['¥ 500', { amounts: [money(500, 'JPY CNY')] }],
    ['₪20', { words: [], amounts: [{ value: 20, currencies: [] }] }],
    ['20€ 30', { words: [], amounts: [money(20, 'EUR'), amount(30)] }],
    ['20 €30', { words: [], amounts: [amount(20), money(30, 'EUR')] }],
    ['20 usd eur 30', { words: [], amounts: [money(20, 'USD'), money(30, 'EUR')] }],
    ['20 nzd', { words: ['nzd'], amounts: [amount(20)] }],
    ['20 pesos', { words: [], amounts: [money(20, 'ARS CLP COP MXN PHP')] }],
    ['20 pesos mexicanos claro', { words: ['claro'], amounts: [money(20, 'MXN')] }],
    ['20 mexican pesos', { words: [], amounts: [money(20, 'MXN')] }],
    ['20 dollars', { amounts: [money(20, 'AUD CAD USD')] }],
    ['20 DÓLARES', { amounts: [money(20, 'AUD CAD USD')] }],
    ['20 us dollars', { words: [], amounts: [money(20, 'USD')] }],
    ['20 dólares americanos', { words: [], amounts: [money(20, 'USD')] }],
    ['20 libras', { amounts: [money(20, 'GBP')] }],
    ['20 livres sterling', { words: [], amounts: [money(20, 'GBP')] }],
    ['20 dollars canadiens', { words: [], amounts: [money(20, 'CAD')] }],
    ['20 dollars américains', { words: [], amounts: [money(20, 'USD')] }],
    ['20 francs CFA', { words: [], amounts: [money(20, 'XOF')] }],
    ['steam or 20', { words: ['steam', 'or'], amounts: [amount(20)] }],
    ['20 pounds sterling', { words: [], amounts: [money(20, 'GBP')] }],
    ['cinquenta reais', { words: [], amounts: [money(50, 'BRL')] }],
    ['recarga de cento e cinquenta reais', { amounts: [money(150, 'BRL')] }],
    ['dez conto', { words: [], amounts: [money(10, 'BRL')] }],
    ['claro vinte pila', { words: ['claro'], amounts: [money(20, 'BRL')] }],
    ['50 contos', { words: [], amounts: [money(50, 'BRL')] }],
    ['duzentos reais', { amounts: [money(200, 'BRL')] }],
    ['cien pesos mexicanos', { words: [], amounts: [money(100, 'MXN')] }],
    ['doscientos cincuenta pesos mexicanos', { amounts: [money(250, 'MXN')] }],
    ['dos mil pesos colombianos', { amounts: [money(2000, 'COP')] }],
    ['cinquante euros', { words: [], amounts: [money(50, 'EUR')] }],
    ['quatre-vingt-dix euros', { words: [], amounts: [money(90, 'EUR')] }],
    ['mille francs CFA', { words: [], amounts: [money(1000, 'XOF')] }],
    ['one hundred and twenty five us dollars', { amounts: [money(125, 'USD')] }],
    ['two hundred mexican pesos', { words: [], amounts: [money(200, 'MXN')] }],
    ['fifty usdc', { words: [], amounts: [money(50, 'USDC')] }],
    ['ten gigabytes', { words: [], amounts: [amount(10, 'gigabytes')] }],
    ['trinta dias', { words: [], amounts: [amount(30, 'days')] }],
    ['recarga cinquenta', { words: ['recarga'], amounts: [amount(50)] }],
    // Without a currency others may be names.
    ['seven eleven', { words: ['seven', 'eleven'], amounts: [] }],
    ['mil', { words: [], amounts: [amount(1000)] }],
    ['one', { words: ['one'], amounts: [] }],
    ['ten steam', { words: ['steam'], amounts: [amount(10)] }],
    ['three mobile', { words: ['three', 'mobile'], amounts: [] }],
    ['20 reais', { amounts: [money(20, 'BRL')] }],
    ['20 reales', { amounts: [money(20, 'BRL')] }],
    ['50 soles', { amounts: [money(50, 'PEN')] }],
    ['100quetzales', { words: [], amounts: [money(100, 'GTQ')] }],
    ['20 francos', { amounts: [money(20, 'XOF')] }],
    ['20 kr', { amounts: [money(20, 'SEK')] }],
    ['20 zł', { amounts: [money(20, 'PLN')] }],
    ['20 mexican food', { words: ['mexican', 'food'], amounts: [amount(20)] }],
    ['20 pes', { words: [], amounts: [money(20, 'ARS CLP COP MXN PHP')] }],
    ['20 pe', { words: ['pe'], amounts: [amount(20)] }],
    ['20 rea', { words: ['rea'], amounts: [amount(20)] }],
    ['20 real', { words: [], amounts: [money(20, 'BRL')] }],
    ['real 20', { words: ['real'], amounts: [amount(20)] }],
    ['euro 20', { words: [], amounts: [money(20, 'EUR')] }],
    ['top up 20', { words: ['top', 'up'], amounts: [amount(20)] }],
    ['20 top', { words: ['top'], amounts: [amount(20)] }],
    ['20 TOP', { words: [], amounts: [money(20, 'TOP')] }],
    ['20 bolivares', { amounts: [money(20, 'VES')] }],
    ['20 bolívares', { amounts: [money(20, 'VES')] }],
    ['steam pesos', { words: ['steam'], amounts: [], currencies: [['ARS', 'CLP', 'COP', 'MXN', 'PHP']] }],
    ['steam €', { words: ['steam'], currencies: [['EUR']] }],
    ['steam eur', { words: ['steam', 'eur'], currencies: [] }],
    [
      '$5gb',
      { words: [], amounts: [amount(5, 'gigabytes')], currencies: [['USD', 'ARS', 'AUD', 'CAD', 'CLP', 'COP', 'MXN']] },
    ],
    ['$1,000', { amounts: [money(1000, 'USD ARS AUD CAD CLP COP MXN')] }],
    ['20.000 COP', { amounts: [money(20_000, 'COP')] }],
    ['1.234.567,89 eur', { amounts: [money(1_234_567.89, 'EUR', 2)] }],
    ['1.500 KWD', { amounts: [money(1.5, 'KWD', 3)] }],
    ['1.500 gb', { amounts: [amount(1.5, 'gigabytes', 3)] }],
    ['20.000', { amounts: [amount(20_000)] }],
    ['nova_MX_10-I', { sku: 'nova_MX_10-I' }],
    ['nova', { sku: null }],
    ['', { words: [], amounts: [], sku: null }],
  ])('%j', (text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })

  it('is always split into few and short words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { words, amounts } = read(text)
        expect(words.length).toBeLessThanOrEqual(12)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,60}$/u)
        for (const { value } of amounts) expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })

  /** The forms of a currency next to its amount, with every currency they may mean. */
  const written = fc.constantFrom(
    ...many.split(' ').map((code) => [code, code] as const),
    ['$', 'USD ARS AUD CAD CLP COP MXN'],
    ['€', 'EUR'],
    ['£', 'GBP'],
    ['R$', 'BRL'],
    ['₹', 'INR'],
    ['¥', 'JPY CNY'],
    ['₱', 'PHP'],
    ['MX$', 'MXN'],
    ['eur', 'EUR'],
    ['Mxn', 'MXN'],
    ['euros', 'EUR'],
    ['Dólares', 'AUD CAD USD'],
    ['dollar', 'AUD CAD USD'],
    ['libras', 'GBP'],
    ['pesos', 'ARS CLP COP MXN PHP'],
    ['soles', 'PEN'],
    ['quetzales', 'GTQ'],
    ['reais', 'BRL'],
    ['yen', 'JPY'],
    ['rupias', 'INR'],
    ['Canadian dollars', 'CAD'],
    ['pesos colombianos', 'COP'],
  )

  it('is money with any sign, code or name of a currency, on either side, with any decimals', () => {
    const amounts = fc.record({
      whole: fc.integer({ min: 0, max: 999_999 }),
      part: fc.constantFrom('', '.5', ',5', '.05', ',99', '.10'),
    })
    fc.assert(
      fc.property(written, amounts, fc.boolean(), fc.constantFrom('', ' ', '  '), (currency, typed, isAhead, space) => {
        const [sign, codes] = currency
        const digits = `${typed.whole}${typed.part}`
        // A number does not begin with a name.
        const gap = isAhead && /\p{L}{3}/u.test(sign) && sign.toUpperCase() !== codes ? ' ' : space
        const text = isAhead ? `${sign}${gap}${digits}` : `${digits}${gap}${sign}`
        const { words, amounts, currencies } = read(`claro ${text}`)
        expect({ words, currencies }).toEqual({ words: ['claro'], currencies: [] })
        expect(amounts).toMatchObject([
          money(Number(digits.replace(',', '.')), codes, typed.part === '' ? 0 : typed.part.length - 1),
        ])
      }),
      { numRuns: 500 },
    )
  })

  it('is money with every sign of its currency', () => {
    for (const currency of Intl.supportedValuesOf('currency')) {
      for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
        const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(20)
        const sign = parts.find(({ type }) => type === 'currency')?.value ?? ''
        if (!/\p{Sc}/u.test(sign)) continue
        const sold = { ...known(''), sold: (codes: readonly string[]) => codes }
        expect([sign, readTyped(`${sign}20`, sold).amounts[0]?.currencies]).toEqual([
          sign,
          expect.arrayContaining([currency]),
        ])
      }
    }
  })

  it('may be a word that every JavaScript object has as a member', () => {
    expect(read('constructor 5toString valueOf')).toMatchObject({ words: ['constructor', '5toString', 'valueOf'] })
  })

  it('is compared without accents and case', () => {
    expect(fold('ÓRBITA Móvil')).toBe('orbita movil')
  })
})
