import { AppError } from '../../shared/errors.ts'
import { drawPositions, drawWords } from './words.ts'

const LIVES_MS = 15 * 60_000

/** Words that were drawn and shown, and wait for their backup check. */
export interface VaultDrafts {
  /** New words, and the positions (0-based) at which they will be asked for. */
  draw(count: 12 | 24): { words: string[]; ask: number[] }
  /** The drawn words, where `answers` are those at the asked positions; AppError `backup-check-failed` where not, or too late. */
  check(answers: readonly string[]): string
  forget(): void
}

/** Remembers one draft for a quarter of an hour. */
export function createVaultDrafts(now: () => number): VaultDrafts {
  let draft: { words: string; ask: number[]; drawnAt: number } | null = null

  return {
    draw(count) {
      const words = drawWords(count)
      draft = { words, ask: drawPositions(count), drawnAt: now() }
      return { words: words.split(' '), ask: draft.ask }
    },
    check(answers) {
      if (draft === null || now() - draft.drawnAt > LIVES_MS) {
        draft = null
        const details = { reason: 'expired' }
        throw new AppError('backup-check-failed', 'The words are no longer remembered', { details })
      }
      const list = draft.words.split(' ')
      const right = draft.ask.every((position, index) => answers[index]?.trim().toLowerCase() === list[position])
      if (!right || answers.length !== draft.ask.length) {
        throw new AppError('backup-check-failed', 'The words do not match', { details: { reason: 'mismatch' } })
      }
      return draft.words
    },
    forget: () => void (draft = null),
  }
}
