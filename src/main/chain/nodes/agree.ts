import { isDeepStrictEqual } from 'node:util'
import type { Hash } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { BlockRef, Fees, Foreseen, NonceUse, Receipt, SentTransaction, Standing, TokenTransfer } from '../chain.ts'
import type { NodeNonceUse } from '../read/read-nonce-use.ts'
import type { Inclusion, NodeReceipt } from '../read/read-receipt.ts'
import type { Standing as NodeStanding } from '../read/read-standing.ts'
import { countSame } from '../guard/same-transfer.ts'

// How the answers of several nodes become one. What a node does not know proves nothing; what a minority of them says does not count
// against the others. What would end a payment unpaid must be *backed*: said by more than half of all nodes, and by none otherwise.

type Answers<T> = readonly [T, ...T[]]

/** The greatest of some numbers. */
export function greatest<T extends number | bigint>(answers: Answers<T>): T {
  return answers.reduce((high, answer) => (answer > high ? answer : high))
}

/** The answer that all give; throws AppError `nodes-disagree` where they differ. */
export function unanimous<T>(answers: Answers<T>): T {
  const [first, ...others] = answers
  if (others.every((answer) => isDeepStrictEqual(answer, first))) return first
  throw disagreement()
}

/** The answer that more than half of those give who answered; throws AppError `nodes-disagree` where there is none. */
export function saidByMost<T>(answers: Answers<T>): T {
  for (const answer of answers) {
    if (answers.filter((other) => isDeepStrictEqual(other, answer)).length * 2 > answers.length) return answer
  }
  throw disagreement()
}

/** What more than half of all nodes say, those included that do not answer; null where no answer is said by so many. */
export function backedByMost<T>(answers: Answers<T | null>, nodeCount: number): T | null {
  const isBacked = (one: T | null): boolean =>
    one !== null && answers.filter((other) => isDeepStrictEqual(other, one)).length * 2 > nodeCount
  return answers.find(isBacked) ?? null
}

function disagreement(): AppError {
  return new AppError('nodes-disagree', 'The nodes of this network do not agree')
}

/** The highest of some numbers that more than half of all nodes reach, or that all do which answered. */
export function reachedByMost<T extends number | bigint>(answers: Answers<T>, nodeCount: number): T {
  const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))
  return descending[Math.min(Math.floor(nodeCount / 2), answers.length - 1)] ?? answers[0]
}

/** The nonce that most nodes reach, at the block that most of those with it name; at the lowest where no two name the same. */
export function agreedMark<T extends { readonly nonce: number; readonly at: BlockRef }>(
  answers: Answers<T>,
  nodeCount: number,
): T {
  const [first, ...others] = answers
  const nonce = reachedByMost([first.nonce, ...others.map((one) => one.nonce)], nodeCount)
  const marks = answers.filter((answer) => answer.nonce === nonce)
  const votes = ({ at }: T): number => marks.filter((other) => other.at.hash === at.hash).length
  const [best] = marks.toSorted((one, other) => votes(other) - votes(one) || Number(one.at.number - other.at.number))
  return best ?? first
}

/** The middle one of some answers by a number of theirs, the higher one of two. */
export function middleBy<T>(answers: Answers<T>, by: (answer: T) => bigint): T {
  const ascending = answers.toSorted((one, other) => (by(one) < by(other) ? -1 : 1))
  return ascending[Math.floor(answers.length / 2)] ?? answers[0]
}

/** The gas in the middle of what nodes estimate; null where more than half say that the call would revert. */
export function agreedEstimate(answers: Answers<bigint | null>): bigint | null {
  const [first, ...others] = answers.filter((answer) => answer !== null)
  if (first === undefined || (others.length + 1) * 2 < answers.length) return null
  return middleBy([first, ...others], (gas) => gas)
}

/** The fees in the middle of what nodes ask, the tip never below the chain's floor. */
export function agreedFees(answers: Answers<{ readonly base: bigint; readonly tip: bigint }>, tipFloor: bigint): Fees {
  const { base } = middleBy(answers, (answer) => answer.base)
  const { tip } = middleBy(answers, (answer) => answer.tip)
  const maxPriorityFeePerGas = tip > tipFloor ? tip : tipFloor
  // Twice the base fee, as wallets do: a payment then stays mineable through five or six full blocks in a row.
  return { maxFeePerGas: base * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

/** The answer of most who say anything, and how well it is backed; null where nobody does, or as many say something else. */
function mostNamed<T>(
  answers: readonly (T | null)[],
  isSame: (one: T, other: T) => boolean,
  nodeCount: number,
): { readonly by: readonly [T, ...T[]]; readonly isBacked: boolean } | null {
  const named = answers.filter((answer): answer is T => answer !== null)
  for (const [index, one] of named.entries()) {
    const others = named.filter((other, position) => position !== index && isSame(one, other))
    const count = others.length + 1
    const isBacked = count === named.length && count * 2 > nodeCount
    if (count * 2 > named.length) return { by: [one, ...others], isBacked }
  }
  return null
}

/**
 * Which answers contradict what most say of those who say anything, or any other where there is no most; null for who says nothing, and for
 * one who alone says something.
 */
export function contradictions<T>(
  answers: readonly (T | null)[],
  isSame: (one: T, other: T) => boolean,
): readonly (boolean | null)[] {
  const isAlone = answers.filter((answer) => answer !== null).length < 2
  const most = mostNamed(answers, isSame, answers.length)
  return answers.map((answer) => (answer === null || isAlone ? null : most === null || !isSame(answer, most.by[0])))
}

/** Whether two receipts show the same end in the same block. */
export function isSameEnd(one: NodeReceipt, other: NodeReceipt): boolean {
  return one.blockHash === other.blockHash && one.succeeded === other.succeeded
}

/** The receipt that nodes show; null where none does, or where they contradict each other evenly. */
export function agreedReceipt(answers: Answers<NodeReceipt | null>, nodeCount: number): Receipt | null {
  const agreed = mostNamed(answers, isSameEnd, nodeCount)
  if (agreed === null) return null
  // Some nodes leave out what rollups charge beside gas, or all of the price.
  const [first, ...others] = agreed.by.map((one) => one.fee).filter((fee) => fee !== null)
  const fee = first === undefined ? null : middleBy([first, ...others], (one) => one)
  return { ...agreed.by[0], fee, isBacked: agreed.isBacked }
}

/** Whether a transaction is in the block that some node names: nobody's own block contradicts it, or more than half have it. */
export function isIncluded(answers: Answers<Inclusion>, nodeCount: number): boolean {
  const included = answers.filter((answer) => answer === 'included').length
  return included * 2 > nodeCount || (included > 0 && !answers.includes('absent'))
}

/** Whether the blocks of more than half of all nodes contradict that a transaction is in a block. */
export function isAbsentFromMost(answers: Answers<Inclusion>, nodeCount: number): boolean {
  return answers.filter((answer) => answer === 'absent').length * 2 > nodeCount
}

/** What nodes say of a nonce, without those that name one of our own transactions. */
export function withoutOwn(
  [first, ...others]: Answers<NodeNonceUse | null>,
  own: readonly Hash[],
): Answers<NodeNonceUse | null> {
  const other = (answer: NodeNonceUse | null): NodeNonceUse | null =>
    answer !== null && own.includes(answer.hash) ? null : answer
  return [other(first), ...others.map(other)]
}

/** What used a nonce. Where any node names one of our own transactions it may be that one: then nothing else counts. */
export function agreedNonceUse(
  answers: Answers<NodeNonceUse | null>,
  own: readonly Hash[],
  nodeCount: number,
): NonceUse | null {
  const ours = answers.filter((answer) => answer !== null && own.includes(answer.hash))
  const agreed = mostNamed<NodeNonceUse>(
    ours.length > 0 ? ours : answers,
    (one, other) => one.hash === other.hash && one.block.hash === other.block.hash,
    nodeCount,
  )
  if (agreed === null) return null
  const [{ call }] = agreed.by
  return {
    ...agreed.by[0],
    emitted: agreed.by.some((one) => one.emitted),
    call: agreed.by.every((one) => isDeepStrictEqual(one.call, call)) ? call : null,
    isBacked: agreed.isBacked,
  }
}

/** What an account sent, where that is backed; all that any of these nodes' receipts shows to have left it counts. */
export function agreedSent(answers: Answers<SentTransaction | null>, nodeCount: number): SentTransaction | null {
  const agreed = mostNamed<SentTransaction>(
    answers,
    (one, other) => one.nonce === other.nonce && one.block.hash === other.block.hash,
    nodeCount,
  )
  if (agreed === null || !agreed.isBacked) return null
  const effects = agreed.by.map(({ effect }) => effect).filter((effect) => effect !== null)
  const [first, ...others] = effects.map(({ transfers }) => transfers)
  if (first === undefined) return { ...agreed.by[0], effect: null }
  const native = effects.find((effect) => effect.native !== null)?.native ?? null
  return { ...agreed.by[0], effect: { transfers: anyTransfers([first, ...others]), native } }
}

/** Where a block stands. What lags or has forgotten says nothing; where the others differ it is open. */
export function agreedStanding(answers: Answers<NodeStanding>, nodeCount: number): Standing {
  const count = (state: NodeStanding): number => answers.filter((answer) => answer === state).length
  const heard = answers.length - count('unknown')
  const isMost = (state: NodeStanding): boolean => count(state) * 2 > nodeCount
  const isAll = (state: NodeStanding): boolean => heard > 0 && count(state) === heard
  for (const state of ['gone', 'final'] as const) {
    if (isMost(state) || isAll(state)) return { state, isBacked: isMost(state) && isAll(state) }
  }
  return { state: 'open', isBacked: false }
}

/**
 * Transfers that any node knows: one that hides what was paid is not believed. Equal ones of a transaction are as many as the node lists that
 * lists the most of them.
 */
export function anyTransfers(answers: Answers<readonly TokenTransfer[]>): readonly TokenTransfer[] {
  const [first, ...others] = answers
  return others.reduce<readonly TokenTransfer[]>(
    (known, list) => [
      ...known,
      ...list.filter((one, index) => countSame(one, list.slice(0, index + 1)) > countSame(one, known)),
    ],
    first,
  )
}

/**
 * Tells whether more than half of all nodes list a transfer at least `count` times: their own logs are evidence, though its receipt may be
 * late or pruned.
 */
export function isListedByMost(
  transfer: TokenTransfer,
  answers: Answers<readonly TokenTransfer[]>,
  nodeCount: number,
  count = 1,
): boolean {
  const listing = answers.filter((list) => countSame(transfer, list) >= count)
  return listing.length * 2 > nodeCount
}

/** What all nodes that can simulate foresee; `nodes-differ` where they do not foresee the same: one may see what the others hide. */
export function agreedSimulation(answers: Answers<Foreseen>): Foreseen {
  const [first, ...others] = answers.filter((answer) => answer !== null)
  if (first === undefined) return null
  return others.every((answer) => isDeepStrictEqual(answer, first)) ? first : 'nodes-differ'
}
