import { z } from 'zod'
import { personStatuses } from '../purchases/state.ts'
import { saleLimits } from './limits.ts'
import { decimal, time } from '../scalars.ts'

const amount = decimal.max(30)
const text = z.string().max(300)
/** Whose till it was: a clerk's name, null for the manager. */
const by = z.string().nullable()

/** What a customer pays on top of what a product costs the shop, for what fits every condition that is set. */
export const markupRuleView = z.object({
  productType: text.nullable(),
  brandSlug: text.nullable(),
  country: z.string().length(2).nullable(),
  /** A share of the cost, in percent. */
  percent: amount,
  fixed: amount,
  /** The smallest coin that prices are rounded up to; null leaves them as they are. */
  upTo: amount.nullable(),
})

/** Most that may be sold without the manager, in the shop's currency; null where nothing is limited. */
export const saleLimitsView = z.object({
  perSale: amount.nullable(),
  /** By one clerk within a shift. */
  perClerk: amount.nullable(),
  /** By everybody within a shift. */
  perShift: amount.nullable(),
  /** By everybody within any 24 hours. */
  perDay: amount.nullable(),
})
export type SaleLimits = z.output<typeof saleLimitsView>

/** How prices in cash are made: the shop's currency (ISO 4217), how much of it a US dollar is, and what comes on top. */
export const pricesView = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  rate: amount,
  rules: z.array(markupRuleView).max(200),
  limits: saleLimitsView,
})
export type Prices = z.output<typeof pricesView>

/** What an offer costs a customer in cash, and what should be asked before it is sold. */
export const saleOfferView = z.object({
  currency: z.string(),
  price: decimal,
  /** A sale of the same product to the same recipient minutes ago; null where there was none. */
  same: z.object({ number: z.int(), at: time, by }).nullable(),
  /** The limits it passes, which only the manager may, and how much each leaves. */
  passes: z.array(z.object({ limit: z.enum(saleLimits), left: decimal })),
})
export type SaleOfferView = z.output<typeof saleOfferView>

/** `not-sold`: cash was taken, and Till ended before anything was paid. */
export const saleStatuses = ['not-sold', ...personStatuses] as const

export const saleView = z.object({
  purchaseId: z.uuid(),
  number: z.int(),
  at: time,
  by,
  product: z.string(),
  /** Null where nothing was paid or it can not be read. */
  reference: z.string().nullable(),
  currency: z.string(),
  price: decimal,
  given: decimal,
  change: decimal,
  status: z.enum(saleStatuses),
  givenBack: z.object({ at: time, by }).nullable(),
  /** A receipt of it was printed. */
  printed: z.boolean(),
  /** Nothing was delivered, nor will be: the customer's cash is owed. */
  owed: z.boolean(),
})
export type SaleView = z.output<typeof saleView>

export const shiftView = z.object({ number: z.int(), currency: z.string(), openedAt: time, closedAt: time.nullable() })
export type ShiftView = z.output<typeof shiftView>

const counted = z.object({ count: z.int(), total: decimal })
/** Two can share a name: `clerk` is the id, null for the manager. */
const clerk = { clerk: z.string().nullable(), by }

/** A shift added up: an X report while it is open, the Z report from then on. Amounts are in its currency. */
export const shiftReportView = shiftView.extend({
  float: decimal,
  sold: counted.extend({ cost: decimal, margin: decimal }),
  /** What was given back, and the margin that this took from sales of earlier shifts. */
  givenBack: counted.extend({ marginLost: decimal }),
  clerks: z.array(counted.extend(clerk)),
  moves: z.array(z.object({ at: time, by, direction: z.enum(['in', 'out']), amount: decimal, reason: z.string() })),
  /** What should be in the drawer. */
  expected: decimal,
  /** What was, and how that differs; null while the shift is open. */
  counted: z.object({ amount: decimal, differs: z.enum(['even', 'over', 'short']), by: decimal }).nullable(),
})
export type ShiftReportView = z.output<typeof shiftReportView>

/** Sales added up. What was given back within the shift of its sale cost and earned nothing; later, it is `marginLost` then. */
const soldView = z.object({ count: z.int(), taken: decimal, cost: decimal, margin: decimal, givenBack: counted })
export type SoldView = z.output<typeof soldView>
/** The sales of a day or a month, added up in each currency apart: what was sold then, and what was given back then. */
export const salesReportView = z.object({
  period: z.string(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      total: soldView,
      /** The margin that what was given back took from sales of earlier shifts. */
      marginLost: decimal,
      /** Every hour of the day or day of the month, by when it begins. */
      parts: z.array(soldView.extend({ at: time })),
      /** Those that brought most first. */
      products: z.array(soldView.extend({ sku: z.string(), product: z.string() })),
      /** Sales are whose till it was; what was given back, theirs who gave it. */
      clerks: z.array(soldView.extend(clerk)),
    }),
  ),
})
export type SalesReportView = z.output<typeof salesReportView>
