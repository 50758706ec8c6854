import { describe, expect, it } from 'vitest'
import { messages } from '../../renderer/locales/all-messages.ts'
import { languages, locales, type Locale } from '../../shared/app/locales.ts'
import { receiptLabels } from '../../shared/receipts/receipt-labels.ts'
import { fold } from '../../shared/search/fold.ts'
import { decode } from '../../testing/receipts/decode.ts'
import { catalogWords } from '../catalog/words/words-of-all.ts'
import { wordsIn } from '../desktop/words/words-in.ts'
import { encodeReceipt } from '../receipts/encode-receipt.ts'
import { reportLabels } from '../../shared/receipts/report-labels.ts'

/** Returns every text of a tree, those that functions make of counts too. */
function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  if (typeof tree === 'function')
    return [0, 1, 2].flatMap((count) => textsOf((tree as (...given: unknown[]) => unknown)(count, count)))
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(textsOf) : []
}

describe.each(locales)('the language %s', (locale) => {
  const language = languages[locale]

  it('has every word of its row, with forms that Intl knows', () => {
    const words = textsOf(language)
    expect(words.filter((text) => text.trim() === '')).toEqual([])
    expect(language.countries.filter((iso2) => !/^[A-Z]{2}$/.test(iso2))).toEqual([])
    expect(language.countries.length).toBeGreaterThanOrEqual(7)
    for (const tag of [language.neutral, ...language.countries.map((iso2) => `${locale}-${iso2}`)])
      expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag])
    expect(
      new Intl.DisplayNames([language.neutral], { type: 'language' }).of(language.neutral)?.toLowerCase(),
    ).toContain(language.name.toLowerCase())
    const withArticles = Object.values<string>(language.articles).flatMap((countries) => countries.split(' '))
    expect(withArticles.filter((iso2) => !/^[A-Z]{2}$/.test(iso2))).toEqual([])
    expect(new Set(withArticles).size).toBe(withArticles.length)
  })

  it('is typed whole on its touch keyboard', () => {
    const { letters, signs } = language.keys
    const keys = new Set([...letters, ...signs].join(''))
    const own =
      textsOf(messages[locale])
        .join('')
        .toLocaleLowerCase(locale)
        .match(/\p{Ll}/gu) ?? []
    expect([...new Set(own)].filter((letter) => !keys.has(letter))).toEqual([])
  })

  it('is the language of the words that the system shows', () => {
    expect(wordsIn(locale).locale).toBe(locale)
    expect(textsOf(wordsIn(locale)).filter((text) => text === '')).toEqual([])
  })

  it('prints on the code page of receipt printers, each sign as it is', () => {
    const texts = textsOf([receiptLabels[locale], reportLabels[locale], language.sampleNumber])
    const lines = texts.map((text) => ({ kind: 'line', text, bold: false, large: false }) as const)
    expect(decode(encodeReceipt(lines, '80')).lines.map(({ text }) => text)).toEqual(texts)
  })

  it('has words of its own for the search', () => {
    const { kinds, categories, units, currencies } = catalogWords[locale]
    expect(textsOf([kinds, categories, units]).filter((text) => text.trim() === '')).toEqual([])
    for (const words of [...Object.values(units), currencies.joining, currencies.neverNames])
      expect(words).toBe(fold(words))
  })
})

it('no two languages share their words', () => {
  for (const read of [wordsIn, (locale: Locale) => [receiptLabels[locale], catalogWords[locale].categories]])
    expect(new Set(locales.map((locale) => textsOf(read(locale)).join('\n'))).size).toBe(locales.length)
})

it.each(['pt', 'fr'] as const)('the service’s catalog and the own shop have different names in %s', (locale) => {
  const { titles, shopSetup } = messages[locale] as unknown as Record<'titles' | 'shopSetup', Record<string, string>>
  expect(shopSetup['yourShop']?.toLowerCase()).not.toContain(titles['shop']?.toLowerCase())
})
