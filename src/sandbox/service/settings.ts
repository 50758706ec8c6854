import { z } from 'zod'

const refundKinds = ['none', 'push', 'claim', 'claim-sum'] as const

const parameterName = z.string().regex(/^\w{1,40}$/)

/** How the service names what the interface leaves open, and what it takes of that. */
const dialectSchema = z
  .object({
    /** Which quotes there are: both forms, or only one of them. */
    quotes: z.enum(['both', 'v1', 'alternate']).default('both'),
    /** How a quote has to name the coin. */
    digitalAsset: z.enum(['either', 'symbol', 'address']).default('either'),
    /** How a registration has to name the chain. */
    intentChain: z.enum(['either', 'network-key', 'chain-id']).default('either'),
    /** Names of the parameters of a wallet's list; others are ignored. */
    listParameters: z
      .object({
        chain: parameterName.default('chainId'),
        page: parameterName.default('pageNumber'),
        size: parameterName.default('pageSize'),
      })
      .prefault({}),
    /** Most rows of a page that may be asked for. */
    mostPerPage: z.int().min(1).max(1000).default(1000),
    /** Names of the filters of countries; others are ignored. */
    countryParameters: z
      .object({
        region: parameterName.default('region'),
        subregion: parameterName.default('subregion'),
        fiatCurrency: parameterName.default('fiatCurrency'),
        search: parameterName.default('search'),
      })
      .prefault({}),
    /** Whether the OpenAPI document can be had. */
    document: z.boolean().default(true),
  })
  .prefault({})

export type Dialect = z.output<typeof dialectSchema>

/** What the control door may change about how the service behaves. */
export const settingsSchema = z.object({
  /** Seconds from registration to SUCCESS or FAILED. */
  settleSeconds: z.number().min(0).max(86_400).default(5),
  /** Quotes with a sender that cannot pay are refused with INSUFFICIENT_BALANCE. */
  strictBalance: z.boolean().default(false),
  /** Prices stand still instead of moving a little with time. */
  pricesFrozen: z.boolean().default(false),
  /** All prices are multiplied by it. */
  priceFactor: z.number().min(0.01).max(100).default(1),
  /** Through which escrow Meadow is paid in the place of its router, by its generation; none where `none`. */
  escrow: z.enum(['none', '1', '1.1']).default('none'),
  /**
   * What is done for what fails: its coins are pushed to who paid, or left in the escrow for who paid to claim, by record (`claim`) or as a
   * sum (`claim-sum`). Either of the two turns the escrow on, in the generation that does it; what was not paid through it is pushed.
   */
  refunds: z
    .union([z.boolean().transform((isPushed) => (isPushed ? 'push' : 'none')), z.enum(refundKinds)])
    .default('push'),
  /** Who pays it back: the treasury that was paid, or an address that nothing ties to it. */
  refundsFrom: z.enum(['treasury', 'elsewhere']).default('treasury'),
  /** A mined refund shows as REFUNDED; else the status stays FAILED. */
  showRefunded: z.boolean().default(false),
  /** Every registration from now on fails, like those of brand Sandbox. */
  failAll: z.boolean().default(false),
  /** Blocks after the payment's own before it is accepted. */
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
