import { z } from 'zod'

const refundKinds = ['none', 'push', 'claim', 'claim-sum'] as const

const parameterName = z.string().regex(/^\w{1,40}$/)

/** The service's choices where the interface is open: names, and what it accepts. */
const dialectSchema = z
  .object({
    /** The kinds of quotes that exist. */
    quotes: z.enum(['both', 'v1', 'alternate']).default('both'),
    /** How a quote must name the coin. */
    digitalAsset: z.enum(['either', 'symbol', 'address']).default('either'),
    /** How a registration must name the chain. */
    intentChain: z.enum(['either', 'network-key', 'chain-id']).default('either'),
    /** Names of the parameters of a wallet's list; others are ignored. */
    listParameters: z
      .object({
        chain: parameterName.default('chainId'),
        page: parameterName.default('pageNumber'),
        size: parameterName.default('pageSize'),
      })
      .prefault({}),
    /** The largest page size that is accepted. */
    maxPageSize: z.int().min(1).max(1000).default(1000),
    /** Names of the country filters; others are ignored. */
    countryParameters: z
      .object({
        region: parameterName.default('region'),
        subregion: parameterName.default('subregion'),
        fiatCurrency: parameterName.default('fiatCurrency'),
        search: parameterName.default('search'),
      })
      .prefault({}),
    /** Whether the OpenAPI document is available. */
    document: z.boolean().default(true),
  })
  .prefault({})

export type Dialect = z.output<typeof dialectSchema>

/** What the control door may change about the service's behaviour. */
export const settingsSchema = z.object({
  /** Seconds from registration to SUCCESS or FAILED. */
  deliverySeconds: z.number().min(0).max(86_400).default(5),
  /** Whether quotes are refused with INSUFFICIENT_BALANCE where the sender cannot pay. */
  strictBalance: z.boolean().default(false),
  /** Whether prices stay fixed instead of moving slightly over time. */
  pricesFrozen: z.boolean().default(false),
  /** Whether a quote's total is rounded down to cents while its amount and fee are not, so that they do not add up. */
  roundsTotals: z.boolean().default(false),
  /** A factor on all prices. */
  priceFactor: z.number().min(0.01).max(100).default(1),
  /** The generation of the escrow that takes Meadow's payments instead of the router, or `none`. */
  escrow: z.enum(['none', '1', '1.1']).default('none'),
  /**
   * How failed purchases are refunded: `push` sends the coins to the payer. `claim` and `claim-sum` leave them in the escrow for the payer
   * to claim, by record or as a sum. Both turn the escrow on, in the matching generation; payments from outside the escrow are pushed.
   */
  refunds: z
    .union([z.boolean().transform((isPushed) => (isPushed ? 'push' : 'none')), z.enum(refundKinds)])
    .default('push'),
  /** Who refunds: the treasury that was paid, or an unrelated address. */
  refundsFrom: z.enum(['treasury', 'elsewhere']).default('treasury'),
  /** Whether a mined refund sets the status REFUNDED; else it stays FAILED. */
  showRefunded: z.boolean().default(false),
  /** Whether every new registration fails, as for brand Sandbox. */
  failAll: z.boolean().default(false),
  /** Whether the record of a delivered gift card or eSIM has its code, which the interface does not name. */
  returnsCodes: z.boolean().default(false),
  /** The confirmations that a payment needs, beyond its own block. */
  confirmations: z.int().min(0).max(100).default(1),
  dialect: dialectSchema,
  rateLimit: z
    .object({
      requests: z.int().min(0).max(1_000_000).default(100),
      windowSeconds: z.int().min(1).max(86_400).default(3600),
    })
    .prefault({}),
  lockOut: z
    .object({
      attempts: z.int().min(1).max(1000).default(5),
      windowSeconds: z.int().min(1).max(86_400).default(600),
      blockSeconds: z.int().min(1).max(86_400).default(600),
    })
    .prefault({}),
})

export type Settings = z.output<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})
