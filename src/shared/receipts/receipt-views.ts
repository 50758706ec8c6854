import { z } from 'zod'
import { hostPattern, mostLogoBytes, printerPorts, receiptLimits } from './limits.ts'
import { papers } from './papers.ts'
import { locales } from '../app/locales.ts'
import { decimal } from '../scalars.ts'

/** The states of a sale in a customer's words; the cash of a `failed` one is refunded, that of a delivered one was `given-back`. */
export const receiptStates = ['delivered', 'on-its-way', 'failed', 'refunded', 'given-back'] as const

const logo = z
  .string()
  .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)
  .max(40 + Math.ceil(mostLogoBytes / 3) * 4)

/** The pins of a printer's drawer connector that open a drawer; nearly all drawers use the first. */
const drawerPins = [2, 5] as const
export type DrawerPin = (typeof drawerPins)[number]

/** An ESC/POS printer in the shop's network: its name or address, and its TCP port. */
const networkPrinter = z.object({
  host: z.string().regex(hostPattern),
  port: z.int().min(printerPorts.least).max(printerPorts.most).default(printerPorts.usual),
  /** The pin of its drawer connector that opens the cash drawer; omitted if no drawer is connected. */
  drawer: z.literal(drawerPins).optional(),
})

/** The fixed text on a shop's receipts, and their printer. */
export const shopHeadView = z.object({
  name: z.string().max(receiptLimits.name),
  address: z.array(z.string().max(receiptLimits.addressLine)).max(receiptLimits.addressLines),
  taxNumber: z.string().max(receiptLimits.taxNumber),
  /** Printed below the shop's name, in lines. */
  header: z.string().max(receiptLimits.text),
  /** Printed at the very end, in lines. */
  footer: z.string().max(receiptLimits.text),
  /** A picture as a data URL; null for none. */
  logo: logo.nullable(),
  language: z.enum(locales),
  paper: z.enum(papers),
  printer: z.union([z.literal('none'), z.literal('system'), networkPrinter]),
})

/** How many codes and PINs a receipt shows. */
export const MOST_ON_RECEIPT = 20

/** The content of a sale's receipt. */
export const receiptView = z.object({
  number: z.string().max(60),
  soldAt: z.iso.datetime(),
  /** Null if no clerk is named. */
  clerk: z.string().max(80).nullable(),
  product: z.string().max(300),
  /** The recipient, in a form for the customer; null if there is none. */
  reference: z.string().max(500).nullable(),
  /** The currency of all amounts below (ISO 4217). */
  currency: z.string().regex(/^[A-Z]{3}$/),
  price: decimal,
  /** Null if not typed. */
  cashGiven: decimal.nullable(),
  change: decimal.nullable(),
  /** The cash refunded later; null for nothing. */
  refundedCash: decimal.nullable(),
  state: z.enum(receiptStates),
  /** The service's id for it, by which its support finds it; null as long as it is unknown. */
  serviceReference: z.string().nullable(),
  /** The codes that the customer needs to use it, once delivered. */
  codes: z.array(z.object({ kind: z.enum(['code', 'pin', 'serial']), text: z.string().max(500) })).max(MOST_ON_RECEIPT),
  /** Whether the customer gets a code to use it, on the receipt or in a message. */
  bringsCode: z.boolean(),
  instructions: z.string().max(2000).nullable(),
  /** The code with which a scanner finds the sale; null for no QR code. */
  qr: z.string().min(1).max(300).nullable(),
  isReprint: z.boolean(),
})

export type ReceiptState = (typeof receiptStates)[number]
export type NetworkPrinter = z.output<typeof networkPrinter>
export type ShopHead = z.output<typeof shopHeadView>
export type SaleReceipt = z.output<typeof receiptView>
