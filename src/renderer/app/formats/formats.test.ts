import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFormats } from './formats.ts'
import { regionalTag } from './use-formats.ts'

const en = createFormats('en-US', 'UTC')
const es = createFormats('es-419', 'UTC')
const now = Date.parse('2026-03-04T12:00:00Z')
const minute = 60_000

test.each([
  [-1, '0 sec', '0 s'],
  [6_900, '6 sec', '6 s'],
  [61_000, '1 min', '1 min'],
  [2 * 3_600_000, '2 hr', '2 h'],
  [26 * 3_600_000, '1 day', '1 día'],
])('names a duration of %i ms by its largest unit', (ms, english, spanish) => {
  expect(createFormats('en-US').lasting(ms)).toBe(english)
  expect(createFormats('es-MX').lasting(ms).replace(/\s/g, ' ')).toBe(spanish)
})

test('coins have their symbol on the same line; costs are rounded up, balances down, unknown amounts are dots', () => {
  expect(en.coin('10.42', 'USDC')).toBe('10.42\u00a0USDC')
  expect(en.coin('1204.5', 'USDC')).toBe('1,204.50\u00a0USDC')
  expect(en.coin('0.0000011', 'ETH')).toBe('0.000002\u00a0ETH')
  expect(en.coin('1204.509', 'USDC', 'down', 2)).toBe('1,204.50\u00a0USDC')
  expect(en.coin(null, 'USDC')).toBe('…\u00a0USDC')
})

test('costs of one receipt have as many decimals as the one with the most', () => {
  expect(en.coins({ price: '5.2842', fee: '0.07889', total: '5.36309' }, 'USDC')).toEqual({
    price: '5.28420\u00a0USDC',
    fee: '0.07889\u00a0USDC',
    total: '5.36309\u00a0USDC',
  })
  expect(en.coins({ price: '10', fee: '0.5' }, 'DAI')).toEqual({ price: '10.00\u00a0DAI', fee: '0.50\u00a0DAI' })
})

test('a coin amount is exact beyond the range of a number', () => {
  expect(en.coin('9007199254740993.123456', 'USDC')).toBe('9,007,199,254,740,993.123456\u00a0USDC')
})

test('formats fiat by locale, and keeps the code of an unknown currency', () => {
  expect(en.fiat('EUR', '9.8')).toBe('€9.80')
  expect(es.fiat('EUR', '9.8').replace(/\s/g, ' ')).toBe('EUR 9.80')
  expect(en.fiat('??', '9.8')).toBe('9.80 ??')
  expect(en.sold('Lumo 200.00 MXN')).toBe('Lumo MX$200')
  expect(en.sold('Lumo')).toBe('Lumo')
  expect(en.product({ brandName: 'Lumo', price: { fiatCurrency: 'MXN', fiatValue: '200.00' } })).toBe('Lumo MX$200')
  expect(en.purchased({ brandName: 'Lumo', fiatCurrency: 'MXN', fiatAmount: '200.00' })).toBe('Lumo MX$200')
  expect(en.price('MXN', '200')).toBe('MX$200')
  expect(en.price('MXN', '200.5')).toBe('MX$200.50')
  expect([en.price('MXN', '200', true), en.priceParts('MXN', '200', true).figure]).toEqual(['MX$200.00', '200.00'])
  expect([en.haveCents('200', null, '3.50'), en.haveCents('200', null, '3.00')]).toEqual([true, false])
})

test('tells a currency’s sign apart from the figure, and whether a space stands between them', () => {
  expect(en.priceParts('MXN', '226.5')).toEqual({ before: 'MX$', figure: '226.50', after: '', apart: false })
  expect(es.priceParts('MXN', '226.5')).toEqual({ before: 'MXN', figure: '226.50', after: '', apart: true })
  expect(createFormats('es-ES').priceParts('EUR', '9')).toEqual({ before: '', figure: '9', after: '€', apart: true })
})

test('names a report’s currency, day, month and hours so that they can stand alone', () => {
  expect([en.currencyHeading('EUR'), es.currencyHeading('MXN')]).toEqual(['Euros (EUR)', 'Pesos mexicanos (MXN)'])
  expect([en.periodHeading(now, false), en.periodHeading(now, true)]).toEqual([
    'Wednesday, March 4, 2026',
    'March 2026',
  ])
  expect([es.periodHeading(now, false), es.periodHeading(now, true)]).toEqual([
    'Miércoles, 4 de marzo de 2026',
    'Marzo de 2026',
  ])
  expect([en.dayOfMonth(now), es.dayOfMonth(now)]).toEqual(['Wed, Mar 4', expect.stringMatching(/^Mié/)])
  expect(en.hour(now)).toMatch(/^12\sPM$/)
  expect(en.clockInZone(now)).toMatch(/^12:00\sPM UTC$/)
})

test('a record’s times have the year, and the day once', () => {
  const [opened, closed] = [Date.parse('2026-11-22T14:05:00Z'), Date.parse('2026-11-23T03:40:00Z')]
  const english = createFormats('en', 'America/Mexico_City')
  expect(english.dated(opened)).toMatch(/^Nov 22, 2026, 8:05.AM$/)
  expect(english.dated(opened, closed)).toMatch(/^Nov 22, 2026, 8:05.AM.–.9:40.PM$/)
  expect(createFormats('es-MX', 'UTC').dated(opened, closed)).toMatch(/^22 nov 2026, 2:05.*–.23 nov 2026, 3:40/)
})

test('names a moment by its day as people do', () => {
  const hour = 60 * minute
  expect(en.moment(now - hour, now)).toEqual({ day: 'today', name: '', time: expect.stringMatching(/^11:00\sAM$/) })
  expect(en.moment(now - 20 * hour, now)).toMatchObject({ day: 'yesterday', time: expect.stringMatching(/^4:00\sPM$/) })
  expect(en.moment(now - 72 * hour, now)).toMatchObject({ day: 'weekday', name: 'Sunday' })
  expect(es.moment(now - 72 * hour, now)).toMatchObject({ day: 'weekday', name: 'domingo' })
  expect(en.moment(now - 7 * 24 * hour, now)).toMatchObject({ day: 'date', name: 'February 25' })
  expect(es.moment(now - 7 * 24 * hour, now)).toMatchObject({ day: 'date', name: '25 de febrero' })
})

test('times are relative within a day and exact beyond', () => {
  expect([en.when(now - 10_000, now), es.when(now, now)]).toEqual(['just now', 'hace un momento'])
  expect(en.when(now + 10_000, now)).toBe('now')
  expect(en.when(now - 5 * minute, now)).toBe('5 minutes ago')
  expect(en.when(now - 60 * minute + 900, now)).toBe('1 hour ago')
  expect(en.when(now + 120 * minute, now)).toBe('in 2 hours')
  expect(es.when(now - 5 * minute, now)).toBe('hace 5 minutos')
  expect(en.when(now - 48 * 60 * minute, now)).toContain('Mar 2')
  expect(en.clock(now, now)).toMatch(/^12:00\sPM$/)
  expect(en.clock(now - 48 * 60 * minute, now)).toContain('Mar 2')
})

test('heads days with today, yesterday, else the date, with the year if it differs', () => {
  const day = 24 * 60 * minute
  expect(en.dayHeading(now, now)).toBe('Today')
  expect(es.dayHeading(now - day, now)).toBe('Ayer')
  expect(en.dayHeading(now - 3 * day, now)).toBe('Sunday, March 1')
  expect(en.dayHeading(now - 400 * day, now)).toContain('2025')
})

test('names countries in the language, with a fallback', () => {
  expect(en.country('MX')).toBe('Mexico')
  expect(es.country('mx')).toBe('México')
  expect(en.country('ZZZZ', 'Nowhere')).toBe('Nowhere')
})

test('adds an article to a country only within an English sentence', () => {
  expect([en.country('US'), en.countryWithin('US'), en.countryWithin('mx')]).toEqual([
    'United States',
    'the United States',
    'Mexico',
  ])
  expect(es.countryWithin('US')).toBe('Estados Unidos')
})

test('a price range has its currency once, or twice if the language requires it', () => {
  expect(en.prices('EUR', 10, 25).replace(/\s/g, '')).toBe('€10–€25')
  expect(en.prices('??', 10, 25)).toMatch(/10.25 \?\?/)
})

test('names a currency as in a sentence, an unknown one by its code', () => {
  expect([en.currencyName('USD'), en.currencyName('MXN'), en.currencyName('??')]).toEqual([
    'US dollars',
    'Mexican pesos',
    '??',
  ])
  expect(createFormats('es').currencyName('USD')).toBe('dólares estadounidenses')
  expect(en.currencyName('CKD')).toBe('Cook Islands dollars')
  expect(createFormats('es').currencyName('CKD')).toBe('dólares de las Islas Cook')
  expect(createFormats('es-MX').currencyName('VES')).toBe('bolívares venezolanos')
  expect(createFormats('pt-BR').currencyName('BRL')).toBe('reais brasileiros')
})

test('rounds large counts in small places', () => {
  expect(en.roughly(9999)).toBe('9,999')
  expect(en.roughly(12_345)).toBe('12K')
})

test('no decimal amount makes a format throw', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }), (units, decimals) => {
      const digits = units.toString().padStart(decimals + 1, '0')
      const amount = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
      expect(en.coin(amount, 'X')).toMatch(/^[\d,]+\.\d{2,6}\u00a0X$/)
    }),
  )
})

test('uses the user’s own regional form of the language, else the home country’s, else a neutral one', () => {
  expect(regionalTag('es', ['en-GB', 'es-CO'], 'MX')).toBe('es-CO')
  expect(regionalTag('es', ['en-GB'], 'MX')).toBe('es-MX')
  expect(regionalTag('es', ['en-GB'], null)).toBe('es-419')
  expect(regionalTag('en', ['es-MX'], null)).toBe('en')
  expect(createFormats(regionalTag('es', [], 'MX')).price('MXN', '100')).toBe('$100')
})

test.each([
  [1, '5 seconds', '5 segundos'],
  [38, '40 seconds', '40 segundos'],
  [57, '55 seconds', '55 segundos'],
  [58, '1 minute', '1 minuto'],
  [89, '1 minute', '1 minuto'],
  [150, '3 minutes', '3 minutos'],
  [5399, '90 minutes', '90 minutos'],
  [5400, '2 hours', '2 horas'],
])('rounds a length of %d seconds to %s', (seconds, english, spanish) => {
  expect([en.duration(seconds), es.duration(seconds)]).toEqual([english, spanish])
})

test('French countries have the article of their sentence, and some have none', () => {
  const fr = createFormats('fr', 'UTC')
  const within = ['ES', 'MX', 'CH', 'US', 'CU', 'IL'].map((iso2) => fr.countryWithin(iso2))
  expect(within).toEqual(['l’Espagne', 'le Mexique', 'la Suisse', 'les États-Unis', 'Cuba', 'Israël'])
  expect(fr.country('ES')).toBe('Espagne')
})

test('writes a time alike alone and with a day, as its language does', () => {
  const [early, later] = [Date.UTC(2026, 1, 1, 0, 28), Date.UTC(2026, 5, 1)]
  const timesIn = (locale: string): string[] => {
    const formats = createFormats(locale, 'UTC')
    return [formats.clock(early, early), formats.clock(early, later)].map((text) => /\d+:28/.exec(text)?.[0] ?? text)
  }
  expect([timesIn('pt-BR'), timesIn('fr-FR'), timesIn('es-ES'), timesIn('en')]).toEqual([
    ['00:28', '00:28'],
    ['00:28', '00:28'],
    ['0:28', '0:28'],
    ['12:28', '12:28'],
  ])
})
