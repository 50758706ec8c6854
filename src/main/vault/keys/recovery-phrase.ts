import { randomInt } from 'node:crypto'
import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { AppError } from '../../../shared/errors.ts'

/** Returns a new recovery phrase from 128 or 256 random bits (BIP-39, English list). */
export function generatePhrase(count: 12 | 24): string {
  return generateMnemonic(wordlist, count === 12 ? 128 : 256)
}

/** Returns the phrase in the spelling that BIP-39 derives from; throws AppError `bad-phrase` if a word or the checksum is wrong. */
export function normalizePhrase(typed: string): string {
  const words = typed.normalize('NFKD').trim().toLowerCase().split(/\s+/)
  const unknown = words.filter((word) => !wordlist.includes(word))
  if (unknown.length > 0) {
    throw new AppError('bad-phrase', 'A word is not of the list', {
      details: { reason: 'unknown-word', position: words.findIndex((word) => unknown.includes(word)) + 1 },
    })
  }
  if (![12, 15, 18, 21, 24].includes(words.length)) {
    throw new AppError('bad-phrase', 'The number of words does not fit', {
      details: { reason: 'count', count: words.length },
    })
  }
  const joined = words.join(' ')
  if (!validateMnemonic(joined, wordlist)) {
    throw new AppError('bad-phrase', 'The words do not belong together', { details: { reason: 'checksum' } })
  }
  return joined
}

/** Returns three different positions (0-based, ascending) of `count` words for the backup check. */
export function drawPositions(count: number): number[] {
  const positions = new Set<number>()
  while (positions.size < 3) positions.add(randomInt(count))
  return [...positions].sort((a, b) => a - b)
}
