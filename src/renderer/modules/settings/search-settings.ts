import { isCommonWord } from '../../../shared/search/common-words.ts'
import { correctWord } from '../../../shared/search/correct-word.ts'
import type { MarkedPart } from '../../ui/text/mark-beginnings.ts'

/** A setting's texts in the language of the window. */
export interface SettingTexts {
  readonly label: string
  /** The page, and the heading on it. */
  readonly path: string
  /** What else it may be called. */
  readonly terms: string
  /** The same in the other languages: found, but never shown. */
  readonly otherTerms: string
  /** What it may be called in English: with those of the window’s language what typing errors are corrected to. */
  readonly englishTerms: string
}

/** Returns `text` without accents and in lower case, sign by sign, so that both have the same length. */
const fold = (text: string): string =>
  [...text.normalize('NFC')].map((sign) => sign.normalize('NFD').toLowerCase().charAt(0)).join('')
const wordsOf = (query: string): string[] => [...new Set(fold(query).match(/[\p{L}\p{N}]+/gu) ?? [])]

/** The least length of words that may be found within others: shorter ones are in too many. */
const LEAST_WITHIN = 4

/** Returns where `word` first occurs in folded `text` from `from` on, or -1; one shorter than `least` counts only at the beginning of one. */
function placeOf(text: string, word: string, from = 0, least = LEAST_WITHIN): number {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    if (word.length >= least || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return at
  }
  return -1
}

/**
 * Returns how well the words fit, 0 best: the label or a term is exactly them, has them at the beginnings of words, or within words; null
 * if one of them is nowhere.
 */
function rankOf(setting: SettingTexts, words: readonly string[]): number | null {
  const { label, path, terms } = setting
  const typed = words.join(' ')
  const isTyped = (text: string): boolean => wordsOf(text).join(' ') === typed
  const texts = [label, `${label}\n${terms}`, `${label}\n${path}\n${terms}`, allTexts(setting)]
  const hasTyped = (text: string, least: number): boolean =>
    words.every((word) => placeOf(fold(text), word, 0, least) !== -1)
  const fits = [
    () => isTyped(label),
    () => terms.split(', ').some(isTyped),
    ...[Infinity, LEAST_WITHIN].flatMap((least) => texts.map((text) => () => hasTyped(text, least))),
  ]
  const rank = fits.findIndex((isFit) => isFit())
  return rank === -1 ? null : rank
}

/** Returns the settings that have every word of `query`, accents and case ignored, what is named by them first. */
export function searchSettings<T extends SettingTexts>(settings: readonly T[], query: string): T[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return settings
    .flatMap((setting) => {
      const rank = rankOf(setting, words)
      return rank === null ? [] : [{ setting, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ setting }) => setting)
}

/**
 * Returns `query` as it finds settings: as it is; else without the words that only join others or say what to do with a setting (`doing`,
 * folded); else with its typing errors corrected.
 */
export function fittingQuery(settings: readonly SettingTexts[], query: string, doing: ReadonlySet<string>): string {
  const finds = (one: string): boolean => searchSettings(settings, one).length > 0
  if (finds(query)) return query
  const named = query.split(/\s+/).filter((word) => !doing.has(fold(word)) && !isCommonWord(word))
  const short = named.length === 0 ? query : named.join(' ')
  return [short, correctQuery(settings, query), correctQuery(settings, short)].find(finds) ?? query
}

/** Returns the terms that have a word of `query`. */
export function termsWith(terms: string, query: string): string {
  const words = wordsOf(query)
  const named = terms.split(', ').filter((term) => words.some((word) => placeOf(fold(term), word) !== -1))
  return named.join(', ')
}

const allTexts = ({ label, path, terms, otherTerms }: SettingTexts): string =>
  [label, path, terms, otherTerms].join('\n')

/** Returns `query` with each word that no setting has replaced by the most similar word of a setting, in the window’s language or English. */
export function correctQuery(settings: readonly SettingTexts[], query: string): string {
  const text = fold(settings.map(allTexts).join('\n'))
  const known = new Set(
    settings.flatMap(({ label, path, terms, englishTerms }) => wordsOf([label, path, terms, englishTerms].join('\n'))),
  )
  return query
    .normalize('NFC')
    .replace(/[\p{L}\p{N}]+/gu, (word) =>
      placeOf(text, fold(word)) === -1 ? (correctWord(fold(word), known)[0] ?? word) : word,
    )
}

/** Returns whether `text` has every word of `query`. */
export function hasWords(text: string, query: string): boolean {
  const folded = fold(text)
  return wordsOf(query).every((word) => placeOf(folded, word) !== -1)
}

/** Splits `text` into parts, and marks the words of `query` in it. */
export function markWords(text: string, query: string): MarkedPart[] {
  const signs = [...text.normalize('NFC')]
  const folded = fold(text)
  const words = wordsOf(query).toSorted((a, b) => b.length - a.length)
  const parts: MarkedPart[] = []
  let done = 0
  const add = (end: number, marked: boolean): void => {
    if (end > done) parts.push({ text: signs.slice(done, end).join(''), marked })
    done = end
  }
  for (let at = 0; at < signs.length; at += 1) {
    const word = at < done ? undefined : words.find((one) => placeOf(folded, one, at) === at)
    if (word === undefined) continue
    add(at, false)
    add(at + word.length, true)
  }
  add(signs.length, false)
  return parts
}
