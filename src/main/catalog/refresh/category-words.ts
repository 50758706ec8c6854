import { fold } from '../../../shared/search/fold.ts'
import { categoryNames } from '../words/catalog-words.ts'
import { wordsOfAll } from '../words/words-of-all.ts'

/** What people call common categories in Till's languages, by words of the category's name. */
const wordsByName = new Map(
  (Object.keys(categoryNames) as (keyof typeof categoryNames)[]).flatMap((category) => {
    const words = wordsOfAll(({ categories }) => categories[category]).join(' ')
    return categoryNames[category].split(' ').map((name) => [name, words] as const)
  }),
)

/** Returns a category's name with what else people call it. */
export function categoryWords(category: string): string {
  const known = (fold(category).match(/\p{L}+/gu) ?? []).flatMap((word) => wordsByName.get(word) ?? [])
  return [category, ...known].join(' ')
}
