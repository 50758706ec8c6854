import { z } from 'zod'
import { dayPattern, isDay, isPeriod, periodPattern } from '../periods.ts'
import { exportFormats, referenceForms } from './export.ts'
import { pricesView, saleOfferView, salesReportView, saleView, shiftReportView, shiftView } from './views.ts'
import { receiptView } from '../receipts/receipt-views.ts'
import { decimal } from '../scalars.ts'
import { nothing, page, type Requests } from '../contract-entry.ts'

const amount = decimal.max(30)
const sale = { purchaseId: z.uuid() }
const period = z.string().regex(periodPattern).refine(isPeriod)
const day = z.string().regex(dayPattern).refine(isDay)
/** A shift, or all days from the first to the last. */
const which = z.union([
  z.object({ shift: z.int() }),
  z.object({ first: day, last: day }).refine(({ first, last }) => first <= last),
])
const file = { of: which, format: z.enum(exportFormats) }
const saved = z.object({ path: z.string().nullable() })

/** What a renderer may ask about selling for cash. */
export const salesRequests = {
  /** Returns how prices in cash are made; null before the manager set them. */
  'prices.get': { input: nothing, output: pricesView.nullable(), permission: 'manager' },
  /** Sets how prices in cash are made. Another currency is refused while a shift is open: its drawer holds the old one. */
  'prices.set': { input: pricesView, output: pricesView, permission: 'manager' },

  /** Returns the open shift; null between two. */
  'shift.get': { input: nothing, output: shiftView.nullable(), permission: 'clerk' },
  'shift.open': { input: z.object({ float: amount }), output: shiftView, permission: 'manager' },
  /** Records cash that came into the drawer or went out of it without a sale. */
  'shift.move': {
    input: z.object({ direction: z.enum(['in', 'out']), amount, reason: z.string().trim().min(1).max(200) }),
    output: z.void(),
    permission: 'clerk',
  },
  /** Adds up a shift: the open one if none is named. */
  'shift.report': {
    input: z.object({ number: z.int().nullable().default(null) }),
    output: shiftReportView,
    permission: 'manager',
  },
  /** Prints a shift's report on the network printer, or without one what the page shows. AppErrors `printer-failed`, `not-found`. */
  'shift.print': { input: z.object({ number: z.int() }), output: z.void(), permission: 'manager' },
  /** Closes the open shift with the counted cash. */
  'shift.close': { input: z.object({ counted: amount }), output: shiftReportView, permission: 'manager' },
  /** Lists every shift, the newest first. */
  'shift.list': {
    input: z.object(page),
    output: z.object({ shifts: z.array(shiftView), total: z.int() }),
    permission: 'manager',
  },

  /** Saves a shift's report, or those of all shifts that were opened within a span of days; null if the person chose no place. */
  'shift.export': { input: z.object(file), output: saved, permission: 'manager' },
  /** Returns the price in cash of a quoted purchase. */
  'sales.offer': { input: z.object(sale), output: saleOfferView, permission: 'clerk' },
  /**
   * Takes `given` for `price` and pays; otherwise as `checkout.confirm`. `password` is the manager's: a clerk needs it to accept more than
   * the terms, and to pass a limit.
   */
  'sales.confirm': {
    input: z.object({
      ...sale,
      quoteKey: z.uuid(),
      totalAmount: decimal,
      recipient: z.string().max(100),
      acceptTerms: z.boolean(),
      acceptCoin: z.boolean(),
      acceptNewRecipient: z.boolean(),
      acceptNotSimulated: z.boolean(),
      price: amount,
      given: amount,
      acceptSame: z.boolean(),
      password: z.string().min(1).max(1000).nullable().default(null),
    }),
    output: saleView,
    permission: 'clerk',
  },
  /** Returns a sale's receipt, as it is now. */
  'sales.receipt': { input: z.object(sale), output: receiptView, permission: 'clerk' },
  /**
   * Prints a sale's receipt on the network printer, or, if receipts go to the system's printers, what the page shows. AppError
   * `printer-failed`.
   */
  'sales.print': { input: z.object(sale), output: saleView, permission: 'clerk' },
  /** Records that the customer got the cash back for what was not delivered. */
  'sales.giveBack': { input: z.object(sale), output: saleView, permission: 'clerk' },
  /** Lists sales, the newest first; searches number, time, amount, product, recipient and payment for `text`. */
  'sales.list': {
    input: z.object({ text: z.string().max(200).default(''), shift: z.int().nullable().default(null), ...page }),
    output: z.object({ sales: z.array(saleView), total: z.int() }),
    permission: 'clerk',
  },
  /** Checks all sales under way with one request, however little is left of the hour's requests; not again right away. */
  'sales.refresh': { input: nothing, output: z.void(), permission: 'clerk' },
  /** Adds up the sales of a day (`2026-11-22`) or a month (`2026-11`) of this machine's calendar. */
  'sales.report': { input: z.object({ period }), output: salesReportView, permission: 'manager' },
  /** Saves the sales of a shift or of a span of days, one by one; null if the person chose no place. */
  'sales.export': {
    input: z.object({ ...file, references: z.enum(referenceForms).default('masked') }),
    output: saved,
    permission: 'manager',
  },
} as const satisfies Requests
