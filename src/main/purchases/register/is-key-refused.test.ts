import { expect, it } from 'vitest'
import { isKeyRefused } from './is-key-refused.ts'

/** Attempts under the key `new`, or under the one that is named before a colon. */
function isRefusedAfter(...outcomes: readonly string[]): boolean {
  return isKeyRefused(
    outcomes.map((text, at) => {
      const [outcome = '', key = 'new'] = text.split(':').toReversed()
      return { idempotencyKey: key, at, outcome, detail: null, sealedAnswer: null }
    }),
  )
}

it.each([
  ['before the third duplicate in a row', false, ['duplicate', 'duplicate']],
  ['from the third on', true, ['duplicate', 'duplicate', 'duplicate']],
  ['whatever came before those', true, ['unclear', 'duplicate', 'duplicate', 'duplicate']],
  ['after another answer in between', false, ['duplicate', 'duplicate', 'unclear', 'duplicate']],
  ['after another answer since', false, ['duplicate', 'duplicate', 'duplicate', 'unclear']],
  [
    'with attempts in between that the service did not process',
    true,
    ['duplicate', 'not-sent', 'duplicate', 'refused', 'duplicate'],
  ],
  ['for what an earlier key got', false, ['old:duplicate', 'old:duplicate', 'duplicate']],
  ['without an attempt', false, []],
])('a key counts as refused %s: %s', (_, expected, outcomes) => expect(isRefusedAfter(...outcomes)).toBe(expected))
