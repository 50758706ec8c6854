import { HttpRequestError, BaseError } from 'viem'
import { isRateLimited, rpcErrorIn } from './rpc-errors.ts'

// The wordings of providers and clients, as ponder collects them (packages/utils/src/getLogsRetryHelper.ts).
const suggested = /(?:\[\s*|retry with the range )(0x[0-9a-f]+|\d+)\s*[,-]\s*(0x[0-9a-f]+|\d+)/i
const limits = [
  /(?:maximum block range|max range|allowed number of requested blocks is|blocks distance|max block range|exceeds limit of|at most|limited to a?|maximum is set to|up to a|range limit|block range:?)\D{0,12}(\d[\d,]*)/i,
  /(\d[\d,]*)[ -]blocks? (?:range|distance)/i,
]
const refusal =
  /block range|range (?:is )?too|too (?:many|large|wide)|exceed|limited to|max(?:imum)? range|response size|more than \d+ results|query returned|requested too many|requested blocks|blocks distance/i

/**
 * Returns how many blocks to ask a node for after it refused `blocks`: as many as it names, else half of them; null where it refused for
 * another reason, or a single block.
 */
export function rangeAfterRefusal(error: unknown, blocks: bigint): bigint | null {
  const text = refusalText(error)
  if (text === null || blocks <= 1n) return null
  const named = namedRange(text)
  if (named !== null && named > 0n && named < blocks) return named
  return blocks / 2n
}

function refusalText(error: unknown): string | null {
  const answer = rpcErrorIn(error)
  if (answer !== null) return !isRateLimited(error) && refusal.test(answer.details) ? answer.details : null
  const failure = error instanceof BaseError ? error.walk((cause) => cause instanceof HttpRequestError) : null
  // "Payload too large" is said of the answer as well.
  return failure instanceof HttpRequestError && failure.status === 413 ? failure.details : null
}

function namedRange(text: string): bigint | null {
  const [, from, to] = text.match(suggested) ?? []
  if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n
  for (const limit of limits) {
    const [, count] = text.match(limit) ?? []
    if (count !== undefined) return BigInt(count.replaceAll(',', ''))
  }
  return null
}
