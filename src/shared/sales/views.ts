import { z } from 'zod'
import { productRowView } from '../catalog/views.ts'
import { personStatuses } from '../purchases/state.ts'
import { saleLimits } from './limits.ts'
import { refundReasons } from './refund-reasons.ts'
import { decimal, time } from '../scalars.ts'

const amount = decimal.max(30)
const text = z.string().max(300)
/** The clerk's name; null for the manager. */
const by = z.string().nullable()

/** The customer's surcharge on a product's cost, for products that match all conditions set. */
export const markupRuleView = z.object({
  productType: text.nullable(),
  brandSlug: text.nullable(),
  country: z.string().length(2).nullable(),
  /** A share of the cost, in percent. */
  percent: amount,
  fixed: amount,
  /** The smallest coin that prices are rounded up to; null for no rounding. */
  upTo: amount.nullable(),
})

/** The limits of selling without the manager: the most that may be sold or taken out, in the shop's currency. Null means no limit. */
export const saleLimitsView = z.object({
  perSale: amount.nullable(),
  /** By one clerk within a shift. */
  perClerk: amount.nullable(),
  /** By everybody within a shift. */
  perShift: amount.nullable(),
  /** By everybody within any 24 hours. */
  perDay: amount.nullable(),
  /** Cash that one clerk may take out of the drawer within a shift, besides refunds; by default none. */
  cashOut: amount.nullable().default('0'),
  /** The least share that a sale adds to its cost, in percent: nothing is sold below its cost. */
  leastMarkup: amount.default('0'),
})
export type SaleLimits = z.output<typeof saleLimitsView>

/** The settings of cash prices: the shop's currency (ISO 4217), its rate per US dollar, and the markup. */
export const pricesView = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  rate: amount,
  rules: z.array(markupRuleView).max(200),
  limits: saleLimitsView,
  /** Whether the cash expected in the drawer shows before it is counted; by default not. */
  showsExpected: z.boolean().optional(),
})
export type Prices = z.output<typeof pricesView>

/** A customer's price in cash, and the questions to ask before the sale. */
/** A sale of the same product to the same recipient within minutes; null if there was none. */
export const sameSaleView = z.object({ number: z.int(), at: time, by }).nullable()
export type SameSaleView = z.output<typeof sameSaleView>

export const saleOfferView = z.object({
  currency: z.string(),
  price: decimal,
  /** The product's price in this shift so far, if it is raised because it would leave less than the least markup; else null. */
  raisedFrom: decimal.nullable(),
  same: sameSaleView,
  /** The limits that it exceeds, which only the manager may, with the remaining amount of each. */
  exceededLimits: z.array(z.object({ limit: z.enum(saleLimits), left: decimal })),
})
export type SaleOfferView = z.output<typeof saleOfferView>

/** Why cash was refunded: null before Till asked for it; `note` explains the reason `other`. */
const because = { reason: z.enum(refundReasons).nullable(), note: z.string().nullable() }

/** About how many more usual sales the wallet pays, by the price of such a sale; `isLow` if they are few. */
export const salesLeftView = z.object({
  count: z.int(),
  isLow: z.boolean(),
  /** Whether there may be more than `count`, which nobody counts. */
  isMost: z.boolean(),
  currency: z.string(),
  price: decimal,
})
export type SalesLeftView = z.output<typeof salesLeftView>

/** `not-sold`: cash was taken, and Till quit before the payment. */
const saleStatuses = ['not-sold', ...personStatuses] as const

export const saleView = z.object({
  purchaseId: z.uuid(),
  number: z.int(),
  /** The number of the shift in which it was sold. */
  shift: z.int(),
  at: time,
  by,
  product: z.string(),
  /** Null if nothing was paid, or it cannot be read. */
  reference: z.string().nullable(),
  currency: z.string(),
  price: decimal,
  given: decimal,
  change: decimal,
  status: z.enum(saleStatuses),
  /** `delivered`: the manager gave it back although the product was delivered. */
  refundedCash: z.object({ at: time, by, ...because, delivered: z.boolean() }).nullable(),
  /** Whether its receipt was printed. */
  printed: z.boolean(),
  /** Whether the customer's cash is owed, because it was not and will not be delivered. */
  owed: z.boolean(),
})
export type SaleView = z.output<typeof saleView>

export const shiftView = z.object({ number: z.int(), currency: z.string(), openedAt: time, closedAt: time.nullable() })
export type ShiftView = z.output<typeof shiftView>

const counted = z.object({ count: z.int(), total: decimal })
/** Two clerks can share a name: `clerk` is the id, null for the manager. */
const clerk = { clerk: z.string().nullable(), by }

/** The cash counted in a drawer: all of it, or the number of each bill and coin. */
export const countedCash = z.union([
  z.object({ total: amount }),
  z.object({
    pieces: z
      .array(z.object({ kind: z.enum(['bill', 'coin']), value: amount, count: z.int().min(0).max(1_000_000) }))
      .min(1)
      .max(40),
  }),
])
export type CountedCash = z.output<typeof countedCash>

/** A count that is not submitted yet, as it was typed: one total, or the digits for each bill and coin. */
export const countDraftView = z.object({
  byTotal: z.boolean(),
  total: z.string().max(40),
  pieces: z.array(z.object({ kind: z.enum(['bill', 'coin']), value: amount, digits: z.string().max(10) })).max(40),
})
export type CountDraft = z.output<typeof countDraftView>

/** The amount counted, and its difference from the expected one. */
const drawerCount = z.object({ amount: decimal, differs: z.enum(['even', 'over', 'short']), by: decimal })
export const shiftCountView = drawerCount.extend({ expected: decimal })
export type ShiftCountView = z.output<typeof shiftCountView>

/** A shift with its drawer's count at the end and the note of who counted; null while it is open, and where none is stored. */
export const listedShiftView = shiftView.extend({ counted: drawerCount.nullable(), note: z.string().nullable() })
export type ListedShiftView = z.output<typeof listedShiftView>

/** A sum of a shift; null where it would tell the expected cash before the count. */
const sum = decimal.nullable()
const summed = z.object({ count: z.int(), total: sum })

const move = z.object({ at: time, direction: z.enum(['in', 'out']), amount: decimal, reason: z.string() })
const opening = z.object({ at: time, reason: z.string() })
/** A refund of a sale, named by its number. */
const refund = z.object({ at: time, by, number: z.int(), amount: sum, ...because, delivered: z.boolean() })
/** What one user did with the drawer of a shift, besides sales. */
export const shiftEntriesView = z.object({ moves: z.array(move), openings: z.array(opening) })

/**
 * A shift added up: an X report while it is open, the Z report once it is closed. Amounts are in its currency. While the drawer is not
 * counted, no sum is sent: with the sums, anyone could work out what to count.
 */
export const shiftReportView = shiftView.extend({
  float: decimal,
  sold: summed.extend({ cost: sum, margin: sum }),
  /** The refunded cash, the margin that this took from sales of earlier shifts, and the cost of delivered sales whose coins are not back. */
  refundedCash: summed.extend({ marginLost: sum, costLost: sum }),
  /** Every refund, oldest first. */
  refunds: z.array(refund),
  clerks: z.array(summed.extend(clerk)),
  moves: z.array(move.extend({ by })),
  /** When the drawer was opened without a sale, and why. */
  openings: z.array(opening.extend({ by })),
  /** The amount expected in the drawer. */
  expected: sum,
  /** The last count; null if there was none, or if something was sold or moved since. */
  counted: drawerCount.nullable(),
  /** How many payments of its sales were on chain, as the nodes of their networks showed at `at`; null if they were not asked. */
  onChain: z.object({ at: time, payments: z.int(), found: z.int() }).nullable(),
  /** Every count, oldest first, with what was expected at that time. */
  counts: z.array(
    z.object({
      at: time,
      by,
      amount: decimal,
      expected: sum,
      /** Whether the cash of the count before was counted again. */
      again: z.boolean(),
      /** What who counted says about a difference. */
      note: z.string().nullable(),
    }),
  ),
})
export type ShiftReportView = z.output<typeof shiftReportView>

/**
 * Sales added up. A sale refunded within its own shift has no cost and no margin; if refunded later, its margin counts in `marginLost`
 * then. The cost of a delivered sale whose cash was given back is a loss, which only `costLost` counts.
 */
const soldView = z.object({
  count: z.int(),
  takings: decimal,
  cost: decimal,
  margin: decimal,
  refundedCash: counted,
  /** The margin that refunded cash took from sales of earlier shifts. */
  marginLost: decimal,
  /** The cost of delivered sales whose cash was given back. */
  costLost: decimal,
})
export type SoldView = z.output<typeof soldView>
/** The sales of a day or a month, added up by currency: what was sold and refunded in it. The lines of each list add up to the total. */
export const salesReportView = z.object({
  period: z.string(),
  /** The open shift that is left out until its drawer is counted; null if nothing is. */
  without: z.int().nullable(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      total: soldView,
      /** Every hour of the day or day of the month, by its start. */
      parts: z.array(soldView.extend({ at: time })),
      /** Highest revenue first. */
      products: z.array(soldView.extend({ sku: z.string(), product: z.string() })),
      /** Sales count for the clerk who sold; refunded cash for the clerk who gave it. */
      clerks: z.array(soldView.extend(clerk)),
    }),
  ),
})
export type SalesReportView = z.output<typeof salesReportView>

const dayCash = z.object({ sold: summed, refunded: summed, paidIn: decimal, paidOut: decimal })
/**
 * The cash of a day (`2026-11-22`) by currency: sold, refunded, put in and taken out. Like a shift's report it sends no sum while the
 * drawer that it tells of is not counted.
 */
export const daySummaryView = z.object({
  day: z.string(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      total: dayCash,
      /** By how much all of it changed the cash in the drawer; null while the sums are hidden. */
      change: z.object({ direction: z.enum(['in', 'out']), amount: decimal }).nullable(),
      /** By name. */
      clerks: z.array(dayCash.extend(clerk)),
    }),
  ),
})
export type DaySummaryView = z.output<typeof daySummaryView>

/** A product whose price in the open shift is not that of the last shift that had it. */
export const priceChangeView = z.object({ product: productRowView, before: decimal, now: decimal })
export type PriceChangeView = z.output<typeof priceChangeView>
