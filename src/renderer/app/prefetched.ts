import { questionKey } from '../../shared/app/first-questions.ts'

/** What main answered before it was asked, by the questions' keys. */
let answers = new Map<string, unknown>()

/** Takes the answers that came with the page; whoever looks into the page finds them no longer. */
export function readPrefetched(): void {
  const block = document.getElementById('prefetched')
  answers = new Map(JSON.parse(block?.textContent ?? '[]') as [string, unknown][])
  block?.remove()
}

/**
 * The answer to a question that came with the page, once; null where none did. Main tells what has changed since with the first question
 * that it is asked itself: from then on none of them is good.
 */
export function takePrefetched(name: string, input: unknown): { readonly value: unknown } | null {
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
