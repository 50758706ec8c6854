import { isDeepStrictEqual } from 'node:util'
import type { Hash } from 'viem'
import { AppError } from '../../../../shared/errors.ts'
import type {
  BlockRef,
  Fees,
  SimulatedChanges,
  NonceUse,
  Receipt,
  SentTransaction,
  BlockStatus,
  TokenTransfer,
} from '../../chain.ts'
import type { NodeNonceUse } from '../../read/nonces/read-nonce-use.ts'
import type { Inclusion, NodeReceipt } from '../../read/transactions/read-receipt.ts'
import type { NodeBlockStatus } from '../../read/transactions/read-block-status.ts'
import { countSame } from '../../guard/same-transfer.ts'

// Turns the answers of several nodes into one. A node's ignorance proves nothing, and a minority never outvotes the others. An answer that
// would end a payment unpaid must be *backed*: more than half of all nodes give it, and no node disagrees.

type Answers<T> = readonly [T, ...T[]]

/** Returns the greatest number. */
export function greatest<T extends number | bigint>(answers: Answers<T>): T {
  return answers.reduce((high, answer) => (answer > high ? answer : high))
}

/** Returns the answer that all nodes give; throws AppError `nodes-disagree` if they differ. */
export function unanimous<T>(answers: Answers<T>): T {
  const [first, ...others] = answers
  if (others.every((answer) => isDeepStrictEqual(answer, first))) return first
  throw disagreement()
}

/** Returns the answer that more than half of the answering nodes give; throws AppError `nodes-disagree` if there is none. */
export function majorityAnswer<T>(answers: Answers<T>): T {
  for (const answer of answers) {
    if (answers.filter((other) => isDeepStrictEqual(other, answer)).length * 2 > answers.length) return answer
  }
  throw disagreement()
}

/** Returns the answer that more than half of all nodes give, counting silent ones too; null if there is none. */
export function majorityOfAll<T>(answers: Answers<T | null>, nodeCount: number): T | null {
  const isBacked = (one: T | null): boolean =>
    one !== null && answers.filter((other) => isDeepStrictEqual(other, one)).length * 2 > nodeCount
  return answers.find(isBacked) ?? null
}

function disagreement(): AppError {
  return new AppError('nodes-disagree', 'The nodes of this network do not agree')
}

/** Returns the highest number that more than half of all nodes reach, or that every answering node reaches. */
export function reachedByMajority<T extends number | bigint>(answers: Answers<T>, nodeCount: number): T {
  const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))
  return descending[Math.min(Math.floor(nodeCount / 2), answers.length - 1)] ?? answers[0]
}

/**
 * Returns the nonce that most nodes reach, at the block that most nodes with that nonce name; at the lowest block if no two name the same.
 */
export function agreedMark<T extends { readonly nonce: number; readonly at: BlockRef }>(
  answers: Answers<T>,
  nodeCount: number,
): T {
  const [first, ...others] = answers
  const nonce = reachedByMajority([first.nonce, ...others.map((one) => one.nonce)], nodeCount)
  const marks = answers.filter((answer) => answer.nonce === nonce)
  const votes = ({ at }: T): number => marks.filter((other) => other.at.hash === at.hash).length
  const [best] = marks.toSorted((one, other) => votes(other) - votes(one) || Number(one.at.number - other.at.number))
  return best ?? first
}

/** Returns the median answer by one of its numbers, the higher of two. */
export function middleBy<T>(answers: Answers<T>, by: (answer: T) => bigint): T {
  const ascending = answers.toSorted((one, other) => (by(one) < by(other) ? -1 : 1))
  return ascending[Math.floor(answers.length / 2)] ?? answers[0]
}

/** Returns the median gas estimate; null if more than half of the nodes say that the call would revert. */
export function agreedEstimate(answers: Answers<bigint | null>): bigint | null {
  const [first, ...others] = answers.filter((answer) => answer !== null)
  if (first === undefined || (others.length + 1) * 2 < answers.length) return null
  return middleBy([first, ...others], (gas) => gas)
}

/** Returns the median fees; the tip is never below the chain's floor. */
export function agreedFees(answers: Answers<{ readonly base: bigint; readonly tip: bigint }>, tipFloor: bigint): Fees {
  const { base } = middleBy(answers, (answer) => answer.base)
  const { tip } = middleBy(answers, (answer) => answer.tip)
  const maxPriorityFeePerGas = tip > tipFloor ? tip : tipFloor
  // Twice the base fee, as wallets do: the payment stays mineable through five or six full blocks in a row.
  return { maxFeePerGas: base * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

/** Returns the most frequent answer and how well it is backed; null if no node has one, or if there is a tie. */
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
 * Returns which answers contradict the most frequent one, or any other if there is none; null for a node without an answer, and for the
 * only node with one.
 */
export function contradictions<T>(
  answers: readonly (T | null)[],
  isSame: (one: T, other: T) => boolean,
): readonly (boolean | null)[] {
  const isAlone = answers.filter((answer) => answer !== null).length < 2
  const most = mostNamed(answers, isSame, answers.length)
  return answers.map((answer) => (answer === null || isAlone ? null : most === null || !isSame(answer, most.by[0])))
}

/** Returns whether two receipts show the same outcome in the same block. */
export function isSameEnd(one: NodeReceipt, other: NodeReceipt): boolean {
  return one.blockHash === other.blockHash && one.succeeded === other.succeeded
}

/** Returns the receipt that nodes show; null if none does, or if they contradict each other evenly. */
export function agreedReceipt(answers: Answers<NodeReceipt | null>, nodeCount: number): Receipt | null {
  const agreed = mostNamed(answers, isSameEnd, nodeCount)
  if (agreed === null) return null
  // Some nodes leave out the L1 fee of rollups, or the gas price.
  const [first, ...others] = agreed.by.filter((one) => one.fee !== null)
  const { fee, l1Fee } = first === undefined ? agreed.by[0] : middleBy([first, ...others], (one) => one.fee ?? 0n)
  return { ...agreed.by[0], fee, l1Fee, isBacked: agreed.isBacked }
}

/** Returns whether a transaction is in the block that some node names: no other node's block contradicts it, or more than half have it. */
export function isIncluded(answers: Answers<Inclusion>, nodeCount: number): boolean {
  const included = answers.filter((answer) => answer === 'included').length
  return included * 2 > nodeCount || (included > 0 && !answers.includes('absent'))
}

/** Returns whether the blocks of more than half of all nodes contradict that a transaction is in a block. */
export function isAbsentFromMost(answers: Answers<Inclusion>, nodeCount: number): boolean {
  return answers.filter((answer) => answer === 'absent').length * 2 > nodeCount
}

/** Returns the nodes' answers for a nonce, without those that name one of our own transactions. */
export function withoutOwn(
  [first, ...others]: Answers<NodeNonceUse | null>,
  own: readonly Hash[],
): Answers<NodeNonceUse | null> {
  const other = (answer: NodeNonceUse | null): NodeNonceUse | null =>
    answer !== null && own.includes(answer.hash) ? null : answer
  return [other(first), ...others.map(other)]
}

/** Returns the transaction that used a nonce. If any node names one of our own, nothing else counts, since it may be that one. */
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

/** Returns a backed transaction that an account sent, with every outgoing transfer that any of these nodes' receipts shows. */
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

/** Returns the status of a block. Nodes that are behind or pruned it do not count; it is open if the others differ. */
export function agreedBlockStatus(answers: Answers<NodeBlockStatus>, nodeCount: number): BlockStatus {
  const count = (state: NodeBlockStatus): number => answers.filter((answer) => answer === state).length
  const heard = answers.length - count('unknown')
  const isMost = (state: NodeBlockStatus): boolean => count(state) * 2 > nodeCount
  const isAll = (state: NodeBlockStatus): boolean => heard > 0 && count(state) === heard
  for (const state of ['gone', 'final'] as const) {
    if (isMost(state) || isAll(state)) return { state, isBacked: isMost(state) && isAll(state) }
  }
  return { state: 'open', isBacked: false }
}

/**
 * Returns the transfers that any node knows, since a node may hide a payment. Of equal transfers in a transaction, the node that lists most
 * decides their number.
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
 * Returns whether more than half of all nodes list a transfer at least `count` times. Their logs are evidence even if its receipt is late
 * or pruned.
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

/** Returns the simulation that all capable nodes agree on, else `nodes-differ`: one node may see what the others hide. */
export function agreedSimulation(answers: Answers<SimulatedChanges>): SimulatedChanges {
  const [first, ...others] = answers.filter((answer) => answer !== null)
  if (first === undefined) return null
  return others.every((answer) => isDeepStrictEqual(answer, first)) ? first : 'nodes-differ'
}
