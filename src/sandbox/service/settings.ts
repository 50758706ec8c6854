import { z } from 'zod'

const refundKinds = ['none', 'push', 'claim', 'claim-sum'] as const

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
