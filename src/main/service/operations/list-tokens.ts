import { z } from 'zod'
import { address } from '../../../shared/scalars.ts'
import {
  decimal,
  integer,
  listEnvelope,
  readAnswer,
  readList,
  requiredInteger,
  requiredText,
  text,
  trueByDefault,
} from '../answer/answer-shapes.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'

/** A token as the service describes it; missing bounds of an allowance are null. */
export const tokenShape = z
  .object({
    id: integer,
    name: text,
    symbol: requiredText,
    key: text,
    address: text.pipe(address),
    decimals: requiredInteger.pipe(z.int().min(0).max(77)),
    friendlyDecimals: integer,
    imageUrl: text,
    // The interface does not name this field, but some services send it, as they do for networks.
    isActive: trueByDefault,
    minAllowance: decimal,
    maxAllowance: decimal,
  })
  .transform((token) => ({
    ...token,
    key: token.key || token.symbol,
    friendlyDecimals: Math.min(token.decimals, Math.max(0, token.friendlyDecimals ?? 2)),
  }))
export type Token = z.output<typeof tokenShape>

/** Returns the tokens that a network accepts, without unreadable ones; none for an unknown network. */
export async function listTokens(
  exchange: Exchange,
  networkKey: string,
  walletAddress?: string,
  signal?: AbortSignal,
): Promise<readonly Token[]> {
  const answer = await askService(exchange, {
    method: 'GET',
    path: `/api/v1/tokens/${encodeURIComponent(networkKey)}/`,
    query: { walletAddress },
    requestClass: 'browsing',
    ...(signal ? { signal } : {}),
  })
  return readList(readAnswer(answer, listEnvelope).data, tokenShape).items
}
