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

/** A token as the service describes it; the bounds of an allowance are null where it gives none. */
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
    // The interface does not name it, and some services send it as they do for networks.
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

/** The tokens a network can be paid with; what could not be read is left out. A network the service does not know has none. */
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
