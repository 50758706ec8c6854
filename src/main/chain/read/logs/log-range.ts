import { httpErrorIn, isReverted, rpcErrorIn } from '../../nodes/rpc/find-rpc-error.ts'
import { isFailureOfRange, mayBeRangeRefusal } from '../../nodes/rpc/range-refusals.ts'
import { isRateLimited } from '../../nodes/rpc/rate-limit.ts'

/** The number of blocks a node answers at once, learned from its refusals. */
export interface LogRange {
  readonly blocks: bigint
  /** The limit that the node names; null if it names none. */
  readonly most: bigint | null
  /** Consecutive answers before a larger range is tried. */
  readonly patience: number
  /** Consecutive answers so far. */
  readonly answers: number
  /** Whether `blocks` is a trial above an answered range. */
  readonly isTrial: boolean
}

const untried: LogRange = { blocks: 0n, most: null, patience: 1, answers: 0, isTrial: false }
const MAX_PATIENCE = 64

const suggested = /(?:\[\s*|retry with the range )(0x[0-9a-f]+|\d+)\s*[,-]\s*(0x[0-9a-f]+|\d+)/i
const limits = [
  /(?:max(?:imum)? block range|max(?:imum)? range|max allowed range|allowed number of requested blocks is|blocks distance|at most|limited to a?|maximum is set to|up to a|ranges? over)\D{0,12}(\d[\d,]*)(k\b)?/i,
  /range \S+ exceeds limit of (\d[\d,]*)(k\b)?/i,
  /(?:range limit|block range:?)\D{0,12}(\d[\d,]*)(k\b)?/i,
  /(\d[\d,]*)(k)?[ -]blocks? (?:range|distance)/i,
]

/**
 * Returns the next range for a node that refused `blocks`: its own limit, else half; null if it refused for another reason, or refused a
 * single block. Each refusal above the answered range doubles the wait before the next trial.
 */
export function afterRefusal(before: LogRange = untried, error: unknown, blocks: bigint): LogRange | null {
  const text = refusalText(error)
  if (text === null || blocks <= 1n) return null
  const isFewer = (named: bigint | null): named is bigint => named !== null && named > 0n && named < blocks
  // A node that refuses its own limit does not mean it.
  const limit = before.most === blocks ? null : limitIn(text)
  const most = isFewer(limit) ? limit : null
  const named = [suggestionIn(text), most].find(isFewer)
  const patience = before.isTrial ? Math.min(before.patience * 2, MAX_PATIENCE) : before.patience
  return { blocks: named ?? blocks / 2n, most, patience, answers: 0, isTrial: false }
}

/** Returns the next range for a node that answered `blocks`: twice as many from time to time, up to the limit it names. */
export function afterAnswer(before: LogRange, blocks: bigint): LogRange {
  const { most, patience } = before
  if (blocks < before.blocks || before.blocks === most) return before
  const answers = before.answers + 1
  if (answers < patience) return { ...before, answers, isTrial: false }
  const twice = before.blocks * 2n
  return { blocks: most !== null && twice > most ? most : twice, most, patience, answers: 0, isTrial: true }
}

function refusalText(error: unknown): string | null {
  const failure = httpErrorIn(error)
  if (failure) return isFailureOfRange(failure.status, failure.details) ? failure.details : null
  const answer = rpcErrorIn(error)
  if (answer === null || isReverted(answer) || isRateLimited(error)) return null
  return mayBeRangeRefusal(answer.details) ? answer.details : null
}

function suggestionIn(text: string): bigint | null {
  const [, from, to] = text.match(suggested) ?? []
  if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n
  return null
}

function limitIn(text: string): bigint | null {
  for (const limit of limits) {
    const [, count, thousands] = text.match(limit) ?? []
    if (count !== undefined) return BigInt(count.replaceAll(',', '')) * (thousands === undefined ? 1n : 1000n)
  }
  return null
}
