import { concat, numberToHex, pad, slice, type Hex } from 'viem'

/** A payment's request with its router call naming another quote, which such a call names last; a transfer names none. */
export function payingFor<R extends { readonly data: Hex } | null>(quoteId: bigint, request: R): R {
  if (request === null || request.data.startsWith('0xa9059cbb')) return request
  return { ...request, data: concat([slice(request.data, 0, -32), pad(numberToHex(quoteId))]) }
}
