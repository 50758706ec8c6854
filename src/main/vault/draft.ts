import { AppError } from '../../shared/errors.ts'
import { drawPositions, drawWords } from './keys/words.ts'

/** Words that were drawn and shown, and the positions (0-based) at which they are asked for. */
export interface Draft {
  readonly words: string
  readonly ask: number[]
}

export function drawDraft(count: 12 | 24): Draft {
  return { words: drawWords(count), ask: drawPositions(count) }
}

/** The drawn words, where `answers` are those at the asked positions; AppError `backup-check-failed` where not. */
export function wordsOf(draft: Draft | null, answers: readonly string[]): string {
  const list = draft?.words.split(' ') ?? []
  const right = draft?.ask.every((position, index) => answers[index]?.trim().toLowerCase() === list[position])
  if (!draft || !right || answers.length !== draft.ask.length)
    throw new AppError('backup-check-failed', 'The words do not match', { details: { reason: 'mismatch' } })
  return draft.words
}
