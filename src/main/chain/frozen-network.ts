import { z } from 'zod'

/** A network as a signed transaction freezes it: the chain is for ever, the addresses of its nodes only a hint. */
export const frozenNetworkSchema = z.object({
  key: z.string(),
  name: z.string(),
  chainId: z.int(),
  rpcUrls: z.array(z.string()),
  explorerUrl: z.string(),
  nativeSymbol: z.string(),
})
export type FrozenNetwork = z.output<typeof frozenNetworkSchema>
