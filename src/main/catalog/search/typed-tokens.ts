import { isDollarName } from '../../../shared/networks/coin-names.ts'
import { currencyCode, currencyWord, signedCurrencies } from './currency-words.ts'
import { fold } from '../../../shared/search/fold.ts'
import { shortUnit, unitOf, type Unit } from './unit-words.ts'

/** A number with an attached unit, a word, or a currency sign, in the typed order. */
export type Token =
  | {
      readonly kind: 'number'
      readonly digits: string
      readonly at: number
      readonly unit: Unit | null
      readonly isInWords: boolean
    }
  | { readonly kind: 'word'; readonly text: string }
  /** `isAhead` means directly before a number. */
  | { readonly kind: 'sign'; readonly codes: readonly string[]; readonly isAhead: boolean }

// Grouped thousands with decimals, or decimals alone.
const digits = String.raw`(?:\d{1,3}(?:,\d{3})+\.\d{1,2}|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:\.\d{3}){2,}|\d{1,9}(?:[.,]\d{1,6})?)`
const pattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?<ahead>[a-zA-Z]{3})?(?<number>${digits})(?:(?<behind>[\p{L}\p{M}]+)(?![\p{L}\p{M}\p{N}\p{Sc}])|(?=\p{L}{0,3}\p{Sc})|(?![\p{L}\p{M}\p{N}]))`,
    String.raw`(?<![\p{L}\p{M}])(?<letters>\p{L}{0,3})(?<sign>\p{Sc})`,
    String.raw`(?<![\p{L}\p{N}])(?<soles>[sS]\/)(?=\.?\s*\d)`,
    String.raw`[\p{L}\p{N}\p{M}]+|\p{Sc}`,
  ].join('|'),
  'gu',
)

/** Splits a text into tokens; letters attached to a number ("20usd", "usd20") are a separate word if they name a currency. */
export function tokensOf(text: string): Token[] {
  const word = (text: string): Token => ({ kind: 'word', text })
  return [...text.matchAll(pattern)].flatMap(({ 0: all, groups = {}, index }): Token[] => {
    const { ahead, number, behind, letters = '', sign = all, soles } = groups
    if (number !== undefined) {
      const unit = behind === undefined ? null : unitOf(shortUnit(fold(behind)))
      const isCurrency = behind === undefined || unit !== null || isCurrencyWord(behind)
      if (!isCurrency || (ahead !== undefined && currencyCode(ahead) === null)) return all.split(/[.,]/).map(word)
      return [
        ...(ahead === undefined ? [] : [word(ahead)]),
        { kind: 'number', digits: number, at: index + (ahead?.length ?? 0), unit, isInWords: false },
        ...(behind === undefined || unit !== null ? [] : [word(behind)]),
      ]
    }
    const [before = '', next = ''] = [text[index - 1], text[index + all.length]]
    const isAhead = soles !== undefined || (/\d/.test(next) && !/\d/.test(before))
    const codes = signedCurrencies(soles ?? letters + sign)
    if (codes !== null) return [{ kind: 'sign', codes, isAhead }]
    if (!/\p{Sc}$/u.test(all)) return [word(all)]
    return [...(letters === '' ? [] : [word(letters)]), { kind: 'sign', codes: signedCurrencies(sign) ?? [], isAhead }]
  })
}

const isCurrencyWord = (text: string): boolean =>
  currencyCode(text) !== null || isDollarName(text) || currencyWord(fold(text)) !== null
