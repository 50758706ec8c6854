import { z } from 'zod'
import { decimal, money } from '../scalars.ts'

/** What several purchases cost together in one coin. */
const sums = {
  count: z.int(),
  /** With the service's fee. */
  paid: decimal,
  /** What came back of it, whenever that was. */
  refunded: decimal,
  /**
   * About what was paid less refunds in the person's money, as shown when it was bought, and the coins of purchases of which nothing is kept;
   * null if nothing is, or in several currencies.
   */
  shown: money.extend({ rest: decimal }).nullable(),
}

/** The purchases of one brand, product type or person; a null key is everybody who is not in People. */
const spendingPart = z.object({ key: z.string().nullable(), name: z.string(), ...sums })
export type SpendingPartView = z.output<typeof spendingPart>

/** What was bought in a month, without what was sold over the counter and without purchases that were not paid. */
export const spendingView = z.object({
  /** The coins paid with, by purchases, most first. Parts are in order of what was paid. */
  coins: z.array(
    z.object({
      symbol: z.string(),
      ...sums,
      serviceFee: decimal,
      brands: z.array(spendingPart),
      types: z.array(spendingPart),
      people: z.array(spendingPart),
    }),
  ),
  /** The known network fees of the month's purchases, also of those that failed, per coin that pays them. */
  networkFees: z.array(z.object({ symbol: z.string(), amount: decimal })),
  /** Payments to the service that another wallet or Till made from these accounts, per coin; not in the figures above. */
  elsewhere: z.array(z.object({ symbol: z.string(), count: z.int(), paid: decimal })),
  /** Coins that another wallet sent from these accounts and that bought nothing and are not back, per coin; not in the figures above. */
  unused: z.array(z.object({ symbol: z.string(), count: z.int(), amount: decimal })),
  /** Purchases, and coins that bought nothing, that cannot be read, and are not in these figures. */
  damaged: z.int(),
})
export type SpendingView = z.output<typeof spendingView>
