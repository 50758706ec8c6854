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

/** Returns the phrase if `answers` match the words at those positions; throws AppError `backup-check-failed` otherwise. */
export function wordsOf(draft: Draft | null, answers: readonly string[]): string {
  const list = draft?.words.split(' ') ?? []
  const right = draft?.ask.every((position, index) => answers[index]?.trim().toLowerCase() === list[position])
  if (!draft || !right || answers.length !== draft.ask.length)
    throw new AppError('backup-check-failed', 'The words do not match')
  return draft.words
}
