import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../shared/errors.ts'
import type { Finality, Foreseen, Receipt, TokenTransfer } from './chain.ts'

// How the answers of several nodes become one. A node that lags, lies or fails may delay what Till does, never bend it: the
// most cautious answer counts.

type Answers<T> = readonly [T, ...T[]]

/** The least of some numbers. */
export function least<T extends number | bigint>(answers: Answers<T>): T {
  return answers.reduce((low, answer) => (answer < low ? answer : low))
}

/** The greatest of some numbers. */
export function greatest<T extends number | bigint>(answers: Answers<T>): T {
  return answers.reduce((high, answer) => (answer > high ? answer : high))
}

/** The answer that all give; throws AppError `network-unreachable` where they differ. */
export function unanimous<T>(answers: Answers<T>): T {
  const [first, ...others] = answers
  if (others.every((answer) => isDeepStrictEqual(answer, first))) return first
  throw new AppError('network-unreachable', 'The nodes of this network do not agree')
}

/** A receipt that every node knows in the same block and with the same end, else null. */
export function agreedReceipt(answers: Answers<Receipt | null>): Receipt | null {
  const [first, ...others] = answers
  return others.every((answer) => isDeepStrictEqual(answer, first)) ? first : null
}

/** Transfers that every node knows. */
export function agreedTransfers(answers: Answers<readonly TokenTransfer[]>): readonly TokenTransfer[] {
  const [first, ...others] = answers
  return first.filter((transfer) => others.every((list) => list.some((other) => isDeepStrictEqual(other, transfer))))
}

/** Transfers that any node knows, each once: one that hides what was paid is not believed. */
export function anyTransfers(answers: Answers<readonly TokenTransfer[]>): readonly TokenTransfer[] {
  const [first, ...others] = answers
  return others.reduce<readonly TokenTransfer[]>(
    (known, list) => [...known, ...list.filter((one) => !known.some((other) => isDeepStrictEqual(other, one)))],
    first,
  )
}

/**
 * What can not be taken back. `final` needs every node that answers and more than half of all there are, since a purchase that is
 * wrongly taken for unpaid would be paid again.
 */
export function agreedFinality(
  answers: Answers<{ readonly block: Finality; readonly anyReceipt: boolean }>,
  nodeCount: number,
): { readonly block: Finality; readonly anyReceipt: boolean } {
  const anyReceipt = answers.some((answer) => answer.anyReceipt)
  const every = (block: Finality): boolean => answers.every((answer) => answer.block === block)
  if (every('final') && answers.length * 2 > nodeCount) return { block: 'final', anyReceipt }
  return { block: every('gone') ? 'gone' : 'open', anyReceipt }
}

/** What all nodes that can simulate foresee; `failed` where they do not foresee the same. */
export function agreedSimulation(answers: Answers<Foreseen>): Foreseen {
  const [first, ...others] = answers.filter((answer) => answer !== null)
  if (first === undefined) return null
  return others.every((answer) => isDeepStrictEqual(answer, first)) ? first : 'failed'
}
