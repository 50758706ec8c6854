import { z } from 'zod'
import { hostPattern, mostLogoBytes, printerPorts, receiptLimits } from './receipt-limits.ts'
import { decimal, hash } from '../scalars.ts'

/** The papers a receipt is made for: rolls by their width in mm, and a whole sheet. */
export const papers = ['58', '80', 'A4'] as const
export const receiptLanguages = ['en', 'es'] as const
/** What becomes of what was sold, in a customer's words; what `failed` is given back. */
export const receiptStates = ['delivered', 'on-its-way', 'failed', 'given-back'] as const

const logo = z
  .string()
  .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)
  .max(40 + Math.ceil(mostLogoBytes / 3) * 4)

/** A printer of the shop's network that takes ESC/POS: its name or address there, and its TCP port. */
export const networkPrinter = z.object({
  host: z.string().regex(hostPattern),
  port: z.int().min(printerPorts.least).max(printerPorts.most).default(printerPorts.usual),
})

/** What stands on every receipt of a shop, and where receipts are printed. */
export const shopHeadView = z.object({
  name: z.string().max(receiptLimits.name),
  address: z.array(z.string().max(receiptLimits.addressLine)).max(receiptLimits.addressLines),
  taxNumber: z.string().max(receiptLimits.taxNumber),
  /** Below the shop's name, in lines. */
  header: z.string().max(receiptLimits.words),
  /** At the very end, in lines. */
  footer: z.string().max(receiptLimits.words),
  /** A picture as a data URL; null for none. */
  logo: logo.nullable(),
  language: z.enum(receiptLanguages),
  paper: z.enum(papers),
  printer: z.union([z.literal('none'), z.literal('system'), networkPrinter]),
})

/** What a receipt tells of one sale. */
export const receiptView = z.object({
  number: z.string().max(60),
  soldAt: z.iso.datetime(),
  /** Null where nobody is named. */
  clerk: z.string().max(80).nullable(),
  product: z.string().max(300),
  /** To whom, as the customer reads it; null where nobody is named. */
  reference: z.string().max(500).nullable(),
  /** Of every amount below (ISO 4217). */
  currency: z.string().regex(/^[A-Z]{3}$/),
  price: decimal,
  /** Null where it was not typed. */
  cashGiven: decimal.nullable(),
  change: decimal.nullable(),
  /** What the customer got back later; null for nothing. */
  givenBack: decimal.nullable(),
  state: z.enum(receiptStates),
  /** What the customer needs to use it, once it is delivered. */
  codes: z.array(z.object({ kind: z.enum(['code', 'pin', 'serial']), text: z.string().max(500) })).max(20),
  instructions: z.string().max(2000).nullable(),
  paymentHash: hash.nullable(),
  /** Where the payment can be looked at, or its hash; null for no picture. */
  qr: z.string().min(1).max(300).nullable(),
  isReprint: z.boolean(),
})

export type Paper = (typeof papers)[number]
export type ReceiptLanguage = (typeof receiptLanguages)[number]
export type ReceiptState = (typeof receiptStates)[number]
export type NetworkPrinter = z.output<typeof networkPrinter>
export type ShopHead = z.output<typeof shopHeadView>
export type SaleReceipt = z.output<typeof receiptView>
