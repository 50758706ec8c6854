import { z } from 'zod'
import { dayPattern, isDay, isPeriod, periodPattern } from './periods.ts'
import { exportFormats, referenceForms } from './sale-export.ts'
import { pricesView, saleOfferView, salesReportView, saleView, shiftReportView, shiftView } from './sales-views.ts'
import { slipView } from './slip-views.ts'
import { decimal } from './views.ts'

const nothing = z.undefined()
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
const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(200).default(60) }

/** What a renderer may ask about selling for cash. */
export const salesRequests = {
  /** How prices in cash are made; null before the manager said so. */
  'prices.get': { input: nothing, output: pricesView.nullable() },
  /** Another currency is refused while a shift is open: its drawer holds the one before. */
  'prices.set': { input: pricesView, output: pricesView },

  /** The shift that is open; null between two. */
  'shift.get': { input: nothing, output: shiftView.nullable() },
  'shift.open': { input: z.object({ float: amount }), output: shiftView },
  /** Cash that came into the drawer or went out of it without a sale. */
  'shift.move': {
    input: z.object({ direction: z.enum(['in', 'out']), amount, reason: z.string().trim().min(1).max(200) }),
    output: z.void(),
  },
  /** Adds up a shift: the open one where none is named. */
  'shift.report': { input: z.object({ number: z.int().nullable().default(null) }), output: shiftReportView },
  /** Prints its report: on the network printer, or, where there is none, what the page shows. AppErrors `printer-failed`, `not-found`. */
  'shift.print': { input: z.object({ number: z.int() }), output: z.void() },
  /** Ends the open shift with what was counted in the drawer. */
  'shift.close': { input: z.object({ counted: amount }), output: shiftReportView },
  /** Every shift, the newest first. */
  'shift.list': { input: z.object(page), output: z.object({ shifts: z.array(shiftView), total: z.int() }) },

  /** Saves a shift's report, or those of all shifts that were opened in a span of days; null where the person chose no place. */
  'shift.export': { input: z.object(file), output: saved },
  /** What a purchase that was quoted costs in cash. */
  'sales.offer': { input: z.object(sale), output: saleOfferView },
  /**
   * Takes `given` for `price` and pays; the rest is as in `checkout.confirm`. `password` is the manager's: a clerk needs it to accept
   * more than the terms, and to pass a limit.
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
  },
  /** What the customer's slip tells of a sale, as it stands now. */
  'sales.slip': { input: z.object(sale), output: slipView },
  /** Prints it: on the network printer, or, where slips go to the system's printers, what the page shows. AppError `printer-failed`. */
  'sales.print': { input: z.object(sale), output: saleView },
  /** Books that the customer got their cash back for what was not delivered. */
  'sales.giveBack': { input: z.object(sale), output: saleView },
  /** What was sold, the newest first; `text` is looked for in number, time, amount, product, recipient and payment. */
  'sales.list': {
    input: z.object({ text: z.string().max(200).default(''), shift: z.int().nullable().default(null), ...page }),
    output: z.object({ sales: z.array(saleView), total: z.int() }),
  },
  /** Looks now how what is on its way stands, however little is left of the hour's requests: one for all of it, and not again at once. */
  'sales.look': { input: nothing, output: z.void() },
  /** Adds up the sales of a day (`2026-11-22`) or a month (`2026-11`) of this machine's calendar. */
  'sales.report': { input: z.object({ period }), output: salesReportView },
  /** Saves the sales of a shift or of a span of days, one by one; null where the person chose no place. */
  'sales.export': {
    input: z.object({ ...file, references: z.enum(referenceForms).default('masked') }),
    output: saved,
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
