import { amountOn, linesOf, plain, timeOn, type Place } from './receipt-text.ts'
import type { ShopHead, SaleReceipt } from './receipt-views.ts'
import { receiptLabels, type ReceiptLabels } from './receipt-labels.ts'
import { taxNumberOn } from './tax-number-name.ts'
import { readSold } from '../sales/sold-product.ts'

/** The parts of a receipt from top to bottom, for every paper size. */
export type ReceiptPart =
  | { readonly kind: 'logo'; readonly src: string }
  /** The shop's name. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'centred'; readonly text: string; readonly strong?: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly strong?: boolean }
  | { readonly kind: 'rule' }
  /** A label at the left, its value at the right. */
  | { readonly kind: 'pair'; readonly label: string; readonly value: string; readonly strong?: boolean }
  /** A code that the customer types somewhere: printed large. */
  | { readonly kind: 'code'; readonly label: string; readonly text: string }
  | { readonly kind: 'qr'; readonly text: string; readonly label: string }

/** The part of a shop's head that is printed. */
export type PrintedHead = Pick<ShopHead, 'name' | 'address' | 'taxNumber' | 'header' | 'footer' | 'logo'> & Place

/** The product's name, with its amount formatted like all others on the receipt. */
function product(place: Place, { product: name, currency }: SaleReceipt): string {
  const sold = readSold(name)
  return plain(sold ? `${sold.brand} ${amountOn(place, sold.currency, sold.amount, currency)}` : name)
}

/** Says where the code is, which is rarely known when the receipt is printed. */
function codeNotice({ bringsCode, codes, state, reference }: SaleReceipt, labels: ReceiptLabels): ReceiptPart[] {
  if (!bringsCode || codes.length > 0 || (state !== 'delivered' && state !== 'on-its-way')) return []
  return [{ kind: 'text', text: reference ? labels.codeComesTo(plain(reference)) : labels.codeComesLater }]
}

const centred = (text: string): ReceiptPart => ({ kind: 'centred', text })

/** Returns the shop's head, at the top of a receipt. */
export function headParts(head: PrintedHead): ReceiptPart[] {
  return [
    ...(head.logo === null ? [] : [{ kind: 'logo', src: head.logo } as const]),
    ...linesOf(head.name).map((text): ReceiptPart => ({ kind: 'name', text })),
    ...head.address.flatMap(linesOf).map(centred),
    ...linesOf(head.taxNumber).map((text) => centred(`${taxNumberOn(head)} ${text}`)),
    ...linesOf(head.header).map(centred),
  ]
}

/** Returns all parts of a receipt in the shop's language; times are in `timeZone`, by default the system's. */
export function receiptParts(head: PrintedHead, receipt: SaleReceipt, timeZone?: string): ReceiptPart[] {
  const labels = receiptLabels[head.language]
  const money = (value: string): string => amountOn(head, receipt.currency, value)
  const rule: ReceiptPart = { kind: 'rule' }
  const pair = (label: string, value: string | null, strong = false): ReceiptPart[] =>
    value === null || value === '' ? [] : [{ kind: 'pair', label, value, strong }]
  const cash = (label: string, value: string | null): ReceiptPart[] => pair(label, value === null ? null : money(value))

  const top = headParts(head)
  const codes = receipt.codes.map(({ kind, text }): ReceiptPart => ({
    kind: 'code',
    label: labels[kind],
    text: plain(text),
  }))
  const instructions = linesOf(receipt.instructions ?? '').map((text): ReceiptPart => ({ kind: 'text', text }))
  const use = [...codes, ...instructions]
  const footer = linesOf(head.footer).map(centred)
  return [
    ...top,
    ...(top.length > 0 ? [rule] : []),
    ...(receipt.isReprint ? [{ kind: 'centred', text: labels.copy, strong: true } as const] : []),
    ...pair(labels.number, plain(receipt.number)),
    ...pair(labels.soldAt, timeOn(head, receipt.soldAt, timeZone)),
    ...pair(labels.clerk, receipt.clerk && plain(receipt.clerk)),
    rule,
    { kind: 'text', text: product(head, receipt), strong: true },
    ...pair(labels.to, receipt.reference && plain(receipt.reference)),
    ...pair(labels.price, money(receipt.price), true),
    ...cash(labels.cashGiven, receipt.cashGiven),
    ...cash(labels.change, receipt.change),
    ...cash(labels.refundedCash, receipt.refundedCash),
    rule,
    { kind: 'centred', text: labels.state[receipt.state], strong: true },
    ...(receipt.state === 'delivered' || receipt.state === 'given-back'
      ? pair(labels.serviceReference, receipt.serviceReference && plain(receipt.serviceReference))
      : []),
    ...(use.length > 0 && receipt.state === 'delivered' ? [rule, ...use] : []),
    ...codeNotice(receipt, labels),
    ...(receipt.qr === null ? [] : [rule, { kind: 'qr', text: receipt.qr, label: labels.scan } as const]),
    ...(footer.length > 0 ? [rule, ...footer] : []),
  ]
}
