import { isHtml, textOf, type Answer } from './answer.ts'

// No public document names the codes for these two outcomes, so they are recognised by words in the body, in any spelling.
const duplicate = [
  /\bduplicated?\b/,
  /\bidempoten(?:t|cy) (?:key )?(?:\w+ ){0,4}(?:reused?|conflict|mismatch|exists?|used|seen|detected|processed)\b/,
  /\balready (?:been )?(?:registered|processed|recorded|submitted|used|exists?|received)\b/,
]
const retrySpend = [
  /\b(?:retry|repeat) (?:\w+ ){0,2}(?:spend|purchase|payment)\b/,
  /\bspend retry\b/,
  /\bnetwork congestion\b/,
]

const CONFLICT = 409

/** Returns whether a failed answer means that the registration is a duplicate or that the spend must be retried; null if neither. */
export function recogniseOutcome(answer: Answer): 'duplicate' | 'retry-spend' | null {
  if (isHtml(answer)) return null
  const text = textOf(answer)
    .slice(0, 5000)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
  if (duplicate.some((pattern) => pattern.test(text))) return 'duplicate'
  if (retrySpend.some((pattern) => pattern.test(text))) return 'retry-spend'
  // A conflict is with an earlier request under this key, whatever its words.
  return answer.status === CONFLICT ? 'duplicate' : null
}
