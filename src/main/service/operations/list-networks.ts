import { z } from 'zod'
import {
  boolean,
  integer,
  listEnvelope,
  readAnswer,
  readList,
  record,
  requiredInteger,
  requiredText,
  text,
  trueByDefault,
} from '../answer/answer-shapes.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'

const nativeToken = z.object({
  name: text,
  symbol: text,
  coinKey: text,
  address: text,
  decimals: integer.transform((decimals) => (decimals !== null && decimals >= 0 && decimals <= 77 ? decimals : 18)),
  logoURI: text,
})

/** A network as the service describes it; `protocolContracts` is stored as received. */
export const networkShape = z.object({
  name: text,
  key: requiredText,
  logoUrl: text,
  chainId: requiredInteger.pipe(z.int().min(1)),
  rpcUrl: text,
  explorerUrl: text,
  isTestnet: boolean,
  // The interface assumes Ethereum, so a missing type means EVM.
  networkType: text.transform((type) => type || 'EVM'),
  isActive: trueByDefault,
  rank: integer.transform((rank) => rank ?? Number.MAX_SAFE_INTEGER),
  protocolContracts: record,
  nativeToken: record.pipe(nativeToken),
})
export type Network = z.output<typeof networkShape>

/** Returns the service's networks, without unreadable ones. `walletAddress` is sent only if given. */
export async function listNetworks(
  exchange: Exchange,
  walletAddress?: string,
  signal?: AbortSignal,
): Promise<readonly Network[]> {
  const answer = await askService(exchange, {
    method: 'GET',
    path: '/api/v1/networks/',
    query: { walletAddress },
    requestClass: 'browsing',
    ...(signal ? { signal } : {}),
  })
  return readList(readAnswer(answer, listEnvelope).data, networkShape).items
}
