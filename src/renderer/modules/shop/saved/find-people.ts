import type { BoughtForView } from '../../../../shared/people/views.ts'
import { fold } from '../../../../shared/search/fold.ts'

/** A single letter would be half of the people. */
const SHORTEST = 2

/**
 * Returns the people whom a search means: each of its words begins one of the name or of the brand of their usual product. Where nobody is
 * found, amounts in digits are left out.
 */
export function findPeople(people: readonly BoughtForView[], text: string): BoughtForView[] {
  const found = peopleWith(people, text)
  return found.length > 0 ? found : peopleWith(people, withoutAmounts(text))
}

/** Returns the people whom all words of a search mean, amounts too. */
export function peopleWith(people: readonly BoughtForView[], text: string): BoughtForView[] {
  const wanted = wordsOf(text)
  if (text.trim().length < SHORTEST) return []
  return people.filter(({ person, usual }) => {
    const names = wordsOf(person.name)
    const words = [...names, ...wordsOf(usual?.brandName ?? '')]
    const begins = (among: readonly string[]) => (word: string) => among.some((one) => one.startsWith(word))
    // The brand alone is a search for the brand.
    return wanted.some(begins(names)) && wanted.every(begins(words))
  })
}

/** Returns the only person whose name, or a whole word of it, a search is; null if it may mean the first brand found. */
export function personNamed(
  people: readonly BoughtForView[],
  text: string,
  brand?: { readonly name: string },
): BoughtForView | null {
  const wanted = [text, withoutAmounts(text)].map((one) => wordsOf(one).join(' '))
  const isCalled = (name: string): boolean => [fold(name), ...wordsOf(name)].some((one) => wanted.includes(one))
  if (brand !== undefined && isCalled(brand.name)) return null
  const named = people.filter(({ person }) => isCalled(person.name))
  return named.length === 1 ? (named[0] ?? null) : null
}

const withoutAmounts = (text: string): string => text.replace(/(?<!\S)\p{Sc}?\d[\d.,]*\p{Sc}?(?!\S)/gu, '')
const wordsOf = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean)
