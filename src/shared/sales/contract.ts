import { z } from 'zod'
import { dayPattern, isDay, isPeriod, periodPattern } from '../periods.ts'
import { exportFormats } from './export.ts'
import { refundReasons } from './refund-reasons.ts'
import {
  countDraftView,
  countedCash,
  daySummaryView,
  listedShiftView,
  priceChangeView,
  pricesView,
  saleOfferView,
  salesLeftView,
  salesReportView,
  sameSaleView,
  saleView,
  shiftCountView,
  shiftEntriesView,
  shiftReportView,
  shiftView,
} from './views.ts'
import { delivery } from '../checkout/delivery.ts'
import { receiptView } from '../receipts/receipt-views.ts'
import { counterLimits } from '../kiosk/limits.ts'
import { pinPattern } from '../kiosk/views.ts'
import { decimal, tableForm, time } from '../scalars.ts'
import { nothing, page, type Events, type Requests } from '../contract-entry.ts'

const amount = decimal.max(30)
const reason = z.string().trim().min(1).max(200)
const sale = { purchaseId: z.uuid() }
const product = { sku: z.string().min(1).max(300) }
const period = z.string().regex(periodPattern).refine(isPeriod)
const day = z.string().regex(dayPattern).refine(isDay)
/** A shift, or all days from the first to the last. */
const which = z.union([
  z.object({ shift: z.int() }),
  z.object({ first: day, last: day }).refine(({ first, last }) => first <= last),
])
const file = { of: which, format: z.enum(exportFormats), table: tableForm }
const saved = z.object({ path: z.string().nullable() })

/** A sale whose cash is given back, and why. */
const refund = z
  .object({ ...sale, reason: z.enum(refundReasons), note: reason.nullable().default(null) })
  .refine(({ reason: because, note }) => (because === 'other') === (note !== null))

/** The requests about selling for cash. */
export const salesRequests = {
  /** Returns the settings of cash prices; null before the manager sets them. */
  'prices.get': { input: nothing, output: pricesView.nullable(), permission: 'manager' },
  /** Sets the settings of cash prices. Another currency is refused while a shift is open, because its drawer holds the old one. */
  'prices.set': { input: pricesView, output: pricesView, permission: 'manager' },
  /** Returns the products whose price in the open shift is not that of the last shift that had them; none without an open shift. */
  'prices.changes': {
    input: nothing,
    output: z.object({ currency: z.string(), changes: z.array(priceChangeView) }),
    permission: 'manager',
  },
  /** Returns a product's cost and price by other settings, and whether the service's fee is known; null without a price in dollars. */
  'prices.try': {
    input: z.object({ ...product, prices: pricesView.pick({ currency: true, rate: true, rules: true }) }),
    output: z.object({ cost: decimal, price: decimal, knowsFee: z.boolean() }).nullable(),
    permission: 'manager',
  },

  /**
   * Learns the service's fee from one price of a product, which is never paid. Returns whether the fee is known now. Throws the AppErrors of
   * a quote.
   */
  'prices.learnFee': { input: z.object(product), output: z.boolean(), permission: 'manager' },
  /**
   * Learns the fee from one price of the dearest of these products, unless it is known or was asked for since Till started. Returns whether
   * it did, so that prices may have changed. Never fails for want of an answer.
   */
  'prices.learnFeeOnce': {
    input: z.object({ skus: z.array(product.sku).max(counterLimits.pages * counterLimits.products) }),
    output: z.boolean(),
    permission: 'manager',
  },

  /** Returns the open shift; null between shifts. */
  'shift.get': { input: nothing, output: shiftView.nullable(), permission: 'clerk' },
  /** Opens a shift, after it asked the service for one price if the fee of what the counter sells is not known yet. */
  'shift.open': { input: z.object({ float: amount }), output: shiftView, permission: 'manager' },
  /** Returns how much cash the current user may still take out in the open shift without the manager; null for no limit. */
  'shift.cashOut': { input: nothing, output: z.object({ left: decimal.nullable() }), permission: 'clerk' },
  /**
   * Records cash added to or taken from the drawer without a sale. `password` is the manager's: a clerk needs it to take out more than the
   * limit. Throws AppError `limit-reached` without it.
   */
  'shift.move': {
    input: z.object({
      direction: z.enum(['in', 'out']),
      amount,
      reason,
      password: z.string().min(1).max(1000).nullable().default(null),
    }),
    output: z.void(),
    permission: 'clerk',
  },
  /** Records that the drawer is opened without a sale, and opens it if it is connected. Throws AppError `printer-failed`. */
  'shift.openDrawer': { input: z.object({ reason }), output: z.void(), permission: 'clerk' },
  /** Returns what the current user moved in the open shift, and when and why the user opened the drawer, oldest first. */
  'shift.entries': { input: nothing, output: shiftEntriesView, permission: 'clerk' },
  /** Adds up a shift: by default the open one. */
  'shift.report': {
    input: z.object({ number: z.int().nullable().default(null) }),
    output: shiftReportView,
    permission: 'manager',
  },
  /** Prints a shift's report on the network printer; without one, prints the page. Throws AppErrors `printer-failed`, `not-found`. */
  'shift.print': { input: z.object({ number: z.int() }), output: z.void(), permission: 'manager' },
  /** Keeps what the current user counted so far, for after a sign-out; in memory only, and never for another user. */
  'shift.keepCount': { input: countDraftView, output: z.void(), permission: 'clerk' },
  /** Returns what the current user counted so far in this shift, or before the next one; null if nothing. */
  'shift.keptCount': { input: nothing, output: countDraftView.nullable(), permission: 'clerk' },
  /** Stores a count of the open shift's drawer; only the answer says what was expected. */
  'shift.count': { input: countedCash, output: shiftCountView, permission: 'clerk' },
  /** Stores why the current user's own last count differs from what was expected; a later note replaces it. */
  'shift.noteCount': { input: z.object({ note: z.string().trim().max(200) }), output: z.void(), permission: 'clerk' },
  /**
   * Asks the nodes again which payments of a closed shift's sales are on chain, and returns its report with the result. Throws AppError
   * `not-found`, `not-allowed` with the reason `shift-open`, or the error of a network that does not answer.
   */
  'shift.checkPayments': { input: z.object({ number: z.int() }), output: shiftReportView, permission: 'manager' },
  /**
   * Closes the open shift with its last count, then asks the nodes for some seconds which payments of its sales are on chain. The shift
   * stays closed whatever they answer.
   */
  'shift.close': { input: nothing, output: shiftReportView, permission: 'manager' },
  /** Lists every shift, newest first, with the difference that its drawer had at the end. */
  'shift.list': {
    input: z.object(page),
    output: z.object({ shifts: z.array(listedShiftView), total: z.int() }),
    permission: 'manager',
  },

  /** Saves a shift's report, or those of all shifts opened within a span of days; null if the person cancels. */
  'shift.export': { input: z.object(file), output: saved, permission: 'manager' },
  /**
   * Returns a product's price in cash, which stays for the open shift; null if it has none. `withoutFee`: the service's fee is not known, so
   * it may still rise until a shift opens.
   */
  'sales.price': {
    input: z.object(product),
    output: z.object({ currency: z.string(), price: decimal, withoutFee: z.boolean() }).nullable(),
    permission: 'clerk',
  },
  /** Returns a sale of the same product to the same recipient within minutes, before a price is asked for; null if there was none. */
  'sales.same': { input: z.object(delivery), output: sameSaleView, permission: 'clerk' },
  /** Returns the price in cash of a quoted purchase. */
  'sales.offer': { input: z.object(sale), output: saleOfferView, permission: 'clerk' },
  /**
   * Takes `given` for `price` and pays; otherwise like `checkout.confirm`. `password` is the manager's: a clerk needs it to accept more
   * than the terms, or to exceed a limit. `pin` is the clerk's own, where the manager wants it at each sale: without it AppError
   * `not-allowed` with the reason `needs-pin`, and a wrong one counts as at the sign-in. `recipient` is null from a clerk, who does not see it and cannot accept a changed one.
   */
  'sales.confirm': {
    input: z.object({
      ...sale,
      quoteKey: z.uuid(),
      totalAmount: decimal,
      recipient: z.string().max(100).nullable(),
      acceptTerms: z.boolean(),
      acceptCoin: z.boolean(),
      acceptNewRecipient: z.boolean(),
      acceptNotSimulated: z.boolean(),
      price: amount,
      given: amount,
      acceptSame: z.boolean(),
      pin: z.string().regex(pinPattern).nullable().default(null),
      password: z.string().min(1).max(1000).nullable().default(null),
    }),
    output: saleView,
    permission: 'clerk',
  },
  /**
   * Returns about how many more usual sales the wallet's coins pay, also by its last known balance; null while that is unknown. A clerk
   * learns it only once they are few.
   */
  'sales.left': { input: nothing, output: salesLeftView.nullable(), permission: 'clerk' },
  /** Returns a sale in its current state; null if the purchase was not made at the counter. */
  'sales.get': { input: z.object(sale), output: saleView.nullable(), permission: 'clerk' },
  /**
   * Returns a sale's receipt in its current state: for the manager with all kept codes, for a clerk with those that came with an own sale of
   * the open shift.
   */
  'sales.receipt': { input: z.object(sale), output: receiptView, permission: 'clerk' },
  /** Returns when a sale was delivered, and the service's id for it, by which its support finds it; null as far as it is unknown. */
  'sales.delivery': {
    input: z.object(sale),
    output: z.object({ at: time.nullable(), transactionId: z.string().nullable() }),
    permission: 'clerk',
  },
  /**
   * Prints a sale's receipt on the network printer, or prints the page if receipts go to the system's printers. Throws AppError
   * `printer-failed`.
   */
  'sales.print': { input: z.object(sale), output: saleView, permission: 'clerk' },
  /** Returns what a sale cost the shop, in the currency of its price. */
  'sales.cost': { input: z.object(sale), output: decimal, permission: 'manager' },
  /** Records that the customer got the cash back for a failed delivery, and why; only the reason `other` has a note, and needs one. */
  'sales.refundCash': {
    input: refund,
    output: saleView,
    permission: 'clerk',
  },
  /** Records that the manager gave the cash of a delivered sale back, and why. Reports show its cost as a loss, until the coins are back. */
  'sales.giveBack': { input: refund, output: saleView, permission: 'manager' },
  /**
   * Lists sales, newest first; searches number, receipt code, time, amount, product, month, state, clerk, recipient and the service's whole
   * reference for `text`, for the manager also payment, cost, notes and people. `owed`: only those whose cash is owed to the customer.
   */
  'sales.list': {
    input: z.object({
      text: z.string().max(200).default(''),
      shift: z.int().nullable().default(null),
      owed: z.boolean().optional(),
      ...page,
    }),
    output: z.object({ sales: z.array(saleView), total: z.int() }),
    permission: 'clerk',
  },
  /** Checks the open sales of the last 24 hours with one request, however few of the hour's requests are left; a repeated call soon after does nothing. */
  'sales.refresh': { input: nothing, output: z.void(), permission: 'clerk' },
  /** Adds up the sales of a day (`2026-11-22`) or a month (`2026-11`) of this machine's calendar. */
  'sales.report': { input: z.object({ period }), output: salesReportView, permission: 'manager' },
  /** Adds up the cash of a day, by clerk, without the sums that tell the expected cash of a drawer before its count. */
  'sales.day': { input: z.object({ day }), output: daySummaryView, permission: 'manager' },
  /** Prints a day's summary on the network printer; without one, prints the page. Throws AppError `printer-failed`. */
  'sales.printDay': { input: z.object({ day }), output: z.void(), permission: 'manager' },
  /**
   * Saves the single sales of a shift or a span of days; null if the person cancels. Recipients are masked, unless the wallet's password is
   * given. Throws AppError `wrong-password`.
   */
  'sales.export': {
    input: z.object({ ...file, password: z.string().min(1).max(1000).nullable() }),
    output: saved,
    permission: 'manager',
  },
} as const satisfies Requests

export const salesEvents = {
  /** The cash drawer did not open; what it should open for is recorded. */
  'drawer.failed': { payload: nothing, permission: 'clerk' },
} as const satisfies Events
