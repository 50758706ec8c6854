import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'
import { correctWord, typosIn } from '../../../shared/search/correct-word.ts'
import { fold } from '../../../shared/search/fold.ts'
import { currencyWord } from './currency-words.ts'
import { hasBegun, isInNotes, isKind, readBegun } from './known-words-repository.ts'

const terms = z.array(z.string())

/** A typed word that is no whole word of the catalog, and the words searched instead, the likeliest first; none if it is left out. */
export interface CorrectedWord {
  readonly typed: string
  readonly meant: readonly string[]
  /** Whether it begins the only meant word. */
  readonly isBegun: boolean
}

/** What to search for a typed word, and its correction if it is no whole word of the catalog. */
export interface SearchedWord {
  readonly typed: string
  readonly searched: readonly string[]
  readonly corrected: CorrectedWord | null
}

/** Returns what to search for a typed word: itself or its singular if any catalog word begins with it, else the most similar ones. */
export function searchedFor(db: ReadableDb, word: string): SearchedWord {
  const folded = fold(word)
  if (hasBegun(db, folded) || isInNotes(db, folded)) {
    const whole = onlyEnding(db, folded)
    return {
      typed: word,
      searched: [word],
      corrected: whole === null ? null : { typed: word, meant: [whole], isBegun: true },
    }
  }
  const singular = singularsOf(folded).find((form) => hasBegun(db, form))
  if (singular !== undefined) return { typed: word, searched: [singular], corrected: null }
  const meant = correctWord(folded, terms.parse(db.prepare('SELECT term FROM search_terms').pluck().all()))
  return { typed: word, searched: meant, corrected: meant.length === 0 ? null : { typed: word, meant, isBegun: false } }
}

/**
 * Leaves out words that the catalog does not know beside one for a kind of product: “recarga telcel” means a top-up, even where the brand
 * is not sold.
 */
export function leaveOutUnknown(db: ReadableDb, words: readonly SearchedWord[]): readonly SearchedWord[] {
  const isKnown = ({ searched }: SearchedWord): boolean => searched.length > 0
  if (words.every(isKnown) || !words.some(({ searched }) => searched.some((word) => isKind(db, fold(word)))))
    return words
  return words.map((word) =>
    isKnown(word) ? word : { ...word, corrected: { typed: word.typed, meant: [], isBegun: false } },
  )
}

/** Returns the only catalog word that begins with the folded letters if it ends so soon that they may be a mistyped whole word, else null. */
function onlyEnding(db: ReadableDb, letters: string): string | null {
  const [only, ...others] = readBegun(db, letters, 2)
  const isOnly = only !== undefined && only !== letters && others.length === 0
  return isOnly && only.length - letters.length <= typosIn(letters.length) ? only : null
}

const MIN_SINGULAR = 3
const MAX_BEGUN = 3

/** The ends of plurals and of their singulars, folded: "vouchers", "flores", "cartoes" of "cartao", "viagens" of "viagem". */
const plurals = [
  [/s$/, ''],
  [/es$/, ''],
  [/oes$/, 'ao'],
  [/ns$/, 'm'],
] as const

/** Returns what a folded plural may be the plural of; the names of currencies stay money. */
const singularsOf = (word: string): string[] =>
  currencyWord(word) !== null
    ? []
    : plurals
        .filter(([end]) => end.test(word))
        .map(([end, singular]) => word.replace(end, singular))
        .filter((form) => form.length >= MIN_SINGULAR)

/**
 * Returns the words (folded) that a word may mean which the catalog does not have, the likeliest first: those that it begins, else the most
 * similar ones. None if the catalog has it, or too many begin with it.
 */
export function readMeanings(db: ReadableDb, word: string): string[] {
  const folded = fold(word)
  const begun = readBegun(db, folded, MAX_BEGUN + 1)
  if (begun.length > 0) return begun.includes(folded) || begun.length > MAX_BEGUN ? [] : begun
  return [...(searchedFor(db, word).corrected?.meant ?? [])]
}
