import { z } from 'zod'

/** A network as stored with a signed transaction: the chain never changes, its node addresses are only a hint. */
export const frozenNetworkSchema = z.object({
  key: z.string(),
  name: z.string(),
  chainId: z.int(),
  rpcUrls: z.array(z.string()),
  explorerUrl: z.string(),
  nativeSymbol: z.string(),
})
export type FrozenNetwork = z.output<typeof frozenNetworkSchema>
