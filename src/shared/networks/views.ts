import { z } from 'zod'
import { address, picture, decimal } from '../scalars.ts'

/** Why a network accepts no transactions now: no node can be asked, or it makes no blocks. */
export const networkTroubleView = z.object({
  what: z.enum(['silent', 'stalled']),
  /** The start of the trouble; null if the network has no node at all. */
  since: z.iso.datetime().nullable(),
})

export type NetworkTroubleView = z.output<typeof networkTroubleView>

const tokenView = z.object({
  key: z.string(),
  symbol: z.string(),
  name: z.string(),
  address,
  decimals: z.int(),
  friendlyDecimals: z.int(),
  isActive: z.boolean(),
  image: picture,
  minAllowance: decimal.nullable(),
  maxAllowance: decimal.nullable(),
})

export const networkView = z.object({
  key: z.string(),
  name: z.string(),
  chainId: z.int(),
  isTestnet: z.boolean(),
  logo: picture,
  native: z.object({ name: z.string(), symbol: z.string(), decimals: z.int(), logo: picture }),
  tokens: z.array(tokenView),
  /** Why the network cannot be used to pay; null if it can. */
  unpayable: z.enum(['inactive', 'not-evm', 'native-coin', 'no-rpc', 'testnet', 'no-tokens']).nullable(),
})

export type NetworkView = z.output<typeof networkView>
