import { AppError } from '../../shared/errors.ts'
import { drawPositions, generatePhrase } from './keys/recovery-phrase.ts'

/** A new recovery phrase, and the positions (0-based) asked in the backup check. */
export interface Draft {
  readonly words: string
  readonly ask: number[]
}

export function drawDraft(count: 12 | 24): Draft {
  return { words: generatePhrase(count), ask: drawPositions(count) }
}

/**
 * Returns the phrase if `answers` match the words at those positions; throws AppError `backup-check-failed` otherwise, with the numbers of the
 * wrong words (from 1, with commas).
 */
export function wordsOf(draft: Draft | null, answers: readonly string[]): string {
  if (!draft || answers.length !== draft.ask.length)
    throw new AppError('backup-check-failed', 'There are other words to check')
  const list = draft.words.split(' ')
  const wrong = draft.ask.filter((position, index) => answers[index]?.trim().toLowerCase() !== list[position])
  if (wrong.length > 0) {
    const words = wrong.map((position) => position + 1).join(',')
    throw new AppError('backup-check-failed', 'The words do not match', { details: { words } })
  }
  return draft.words
}
