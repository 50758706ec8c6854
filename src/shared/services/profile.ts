import { z } from 'zod'
import { isSafeAddress } from '../safe-address.ts'
import { address } from '../scalars.ts'

/**
 * Minutes that each state may last before Till asks the person.
 *
 * Networks in use mine a payment within seconds. A service answers a registration at once. The products are digital and delivered within
 * minutes, but an operator's nightly maintenance can take hours: six hours cover it and leave the same day to reach the service's support.
 * People or batch jobs send refunds, so a refund has a day. Most networks finalize a block within half an hour; rollups with validity
 * proofs may take most of a day.
 */
const patienceSchema = z
  .object({
    mined: minutes(15),
    registered: minutes(30),
    settled: minutes(360),
    refunded: minutes(1440),
    final: minutes(1440),
  })
  .prefault({})

/** The default patience for each state, in minutes. */
export const usualPatience = patienceSchema.parse({})

function minutes(usual: number) {
  return z.int().min(1).max(43_200).default(usual)
}

/** The call that pays through the escrow of the older deployments. Its contract adds a fee that the call does not include. */
export const ESCROW_CALL =
  'function requestERC20Service(uint256 serviceID, (address payer, uint256 fiatAmount, string serviceRef, address token, uint256 tokenAmount) request)'

const safeAddress = z.string().max(2000).refine(isSafeAddress, 'https, or http on this machine')

/** One service's address, integrator and token, and how it reads the parts of the interface that services may read differently. */
export const profileSchema = z.object({
  name: z.string().trim().min(1).max(60),
  baseUrl: safeAddress,
  integrator: z.string().trim().min(1).max(100),
  token: z.string().trim().min(1).max(4000).optional(),
  quoteDialect: z.enum(['v1', 'alternate']).default('v1'),
  digitalAsset: z.enum(['symbol', 'address']).default('symbol'),
  intentChain: z.enum(['network-key', 'chain-id']).default('network-key'),
  listParameters: z
    .object({
      chain: z.string().default('chainId'),
      page: z.string().default('pageNumber'),
      size: z.string().default('pageSize'),
    })
    .prefault({}),
  /** Rows per page of a wallet's list: as many as the service allows. */
  pageSize: z.int().min(1).max(1000).default(100),
  countryParameters: z
    .object({
      region: z.string().default('region'),
      subregion: z.string().default('subregion'),
      fiatCurrency: z.string().default('fiatCurrency'),
      search: z.string().default('search'),
    })
    .prefault({}),
  /** Countries (ISO alpha-2) whose catalogs are requested one by one; if left out, the whole catalog. */
  catalogCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .max(20)
    .nullable()
    .default(null),
  requestsPerHour: z.int().min(1).max(100_000).default(100),
  quoteMaxAgeSeconds: z.int().min(5).max(600).default(60),
  /** Typical seconds between registration and delivery: the first tracking request waits this long. */
  deliverySeconds: z.int().min(1).max(3600).default(8),
  patienceMinutes: patienceSchema,
  /** Whether the service returns the codes of what it delivered: Till then keeps them, and asks for each delivery's own record. */
  returnsCodes: z.boolean().default(false),
  /** Blocks after which a block counts as final if the node does not say; per chain id. */
  finalityDepth: z.record(z.string().regex(/^\d+$/), z.int().min(1).max(10_000)).default({}),
  /** RPC addresses used before the service's own, per chain id. */
  rpcUrls: z.record(z.string().regex(/^\d+$/), z.array(safeAddress).max(10)).default({}),
  /** The highest network fee of one payment without the password, in the native coin; per chain id. */
  feeCaps: z.record(z.string().regex(/^\d+$/), z.string().regex(/^\d{1,9}(\.\d{1,18})?$/)).default({}),
  /** Contracts like Chainlink's feeds that say what the native coin is worth in dollars, per chain id. Till's own list goes before them. */
  priceFeeds: z.record(z.string().regex(/^\d+$/), address).default({}),
  /**
   * Router functions that a payment may call, as Solidity signatures with parameters named `token` and `amount`; either may be a member of
   * a struct. The escrow's call names the amount `tokenAmount`.
   */
  routerCalls: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^function \w+\(.*\baddress token\b.*\buint256 (?:amount|tokenAmount)\b.*\)$/),
    )
    .max(10)
    .default(['function pay(address token, uint256 amount, uint256 quoteId)', ESCROW_CALL]),
  /** Hosts of block explorers that links may open, besides this machine's. */
  explorerHosts: z.array(z.string().max(200)).max(50).default([]),
  /** The faucet for test coins; only play-money services have one. */
  faucetUrl: safeAddress.optional(),
})

export type Profile = z.output<typeof profileSchema>
export type ProfileInput = z.input<typeof profileSchema>
