import { concat, numberToHex, pad, slice, type Hex } from 'viem'

/** Returns `request` with another quote's id in its router call, whose last argument it is. A transfer has none. */
export function withQuoteId<R extends { readonly data: Hex } | null>(quoteId: bigint, request: R): R {
  if (request === null || request.data.startsWith('0xa9059cbb')) return request
  return { ...request, data: concat([slice(request.data, 0, -32), pad(numberToHex(quoteId))]) }
}
