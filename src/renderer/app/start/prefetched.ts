import { questionKey } from '../../../shared/app/first-questions.ts'

/** Main's answers sent along with the page, by the keys of their requests. */
let answers = new Map<string, unknown>()

/** Takes the answers that came with the page, and removes them from it. */
export function readPrefetched(): void {
  const block = document.getElementById('prefetched')
  answers = new Map(JSON.parse(block?.textContent ?? '[]') as [string, unknown][])
  block?.remove()
}

/**
 * Returns the prefetched answer to a request, once; null if there is none. With the first request it receives, main also reports changes
 * since then, so from then on no prefetched answer is valid.
 */
export function consumePrefetched(name: string, input: unknown): { readonly value: unknown } | null {
  if (answers.size === 0) return null
  const key = questionKey(name, input)
  if (!answers.has(key)) {
    answers.clear()
    return null
  }
  const value = answers.get(key)
  answers.delete(key)
  return { value }
}
