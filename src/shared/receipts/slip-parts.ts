import { amountOn, linesOf, plain, timeOn } from './slip-text.ts'
import type { ShopHead, Slip, SlipLanguage } from './slip-views.ts'
import { slipWords } from './slip-words.ts'
import { readSold } from '../sales/sold-product.ts'

/** What a slip is made of, from top to bottom, on every paper. */
export type SlipPart =
  | { readonly kind: 'logo'; readonly src: string }
  /** The shop's name. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'centred'; readonly text: string; readonly strong?: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly strong?: boolean }
  | { readonly kind: 'rule' }
  /** What it is at the left, its value at the right. */
  | { readonly kind: 'pair'; readonly label: string; readonly value: string; readonly strong?: boolean }
  /** What the customer types somewhere: large. */
  | { readonly kind: 'code'; readonly label: string; readonly text: string }
  | { readonly kind: 'qr'; readonly text: string; readonly label: string }

/** What of a shop's head stands on paper. */
export type PaperHead = Pick<ShopHead, 'name' | 'address' | 'taxNumber' | 'header' | 'footer' | 'logo' | 'language'>

/** What was sold, with its amount as every other on the slip. */
function product(language: SlipLanguage, name: string): string {
  const sold = readSold(name)
  return plain(sold ? `${sold.brand} ${amountOn(language, sold.currency, sold.amount)}` : name)
}

const centred = (text: string): SlipPart => ({ kind: 'centred', text })

/** What a shop says of itself, above everything else. */
export function headParts(head: PaperHead): SlipPart[] {
  const { taxNumber } = slipWords[head.language]
  return [
    ...(head.logo === null ? [] : [{ kind: 'logo', src: head.logo } as const]),
    ...linesOf(head.name).map((text): SlipPart => ({ kind: 'name', text })),
    ...head.address.flatMap(linesOf).map(centred),
    ...linesOf(head.taxNumber).map((text) => centred(`${taxNumber} ${text}`)),
    ...linesOf(head.header).map(centred),
  ]
}

/** Everything a slip says, in the shop's language; times as in `timeZone`, the system's where none is given. */
export function slipParts(head: PaperHead, slip: Slip, timeZone?: string): SlipPart[] {
  const { language } = head
  const words = slipWords[language]
  const money = (value: string): string => amountOn(language, slip.currency, value)
  const rule: SlipPart = { kind: 'rule' }
  const pair = (label: string, value: string | null, strong = false): SlipPart[] =>
    value === null || value === '' ? [] : [{ kind: 'pair', label, value, strong }]
  const cash = (label: string, value: string | null): SlipPart[] => pair(label, value === null ? null : money(value))

  const top = headParts(head)
  const codes = slip.codes.map(({ kind, text }): SlipPart => ({ kind: 'code', label: words[kind], text: plain(text) }))
  const instructions = linesOf(slip.instructions ?? '').map((text): SlipPart => ({ kind: 'text', text }))
  const use = [...codes, ...instructions]
  const footer = linesOf(head.footer).map(centred)
  return [
    ...top,
    ...(top.length > 0 ? [rule] : []),
    ...(slip.isReprint ? [{ kind: 'centred', text: words.copy, strong: true } as const] : []),
    ...pair(words.number, plain(slip.number)),
    ...pair(words.soldAt, timeOn(language, slip.soldAt, timeZone)),
    ...pair(words.clerk, slip.clerk && plain(slip.clerk)),
    rule,
    { kind: 'text', text: product(language, slip.product), strong: true },
    ...pair(words.to, slip.reference && plain(slip.reference)),
    ...pair(words.price, money(slip.price), true),
    ...cash(words.cashGiven, slip.cashGiven),
    ...cash(words.change, slip.change),
    ...cash(words.givenBack, slip.givenBack),
    rule,
    { kind: 'centred', text: words.state[slip.state], strong: true },
    ...(use.length > 0 && slip.state === 'delivered' ? [rule, ...use] : []),
    ...(slip.paymentHash === null && slip.qr === null ? [] : [rule]),
    ...(slip.qr === null ? [] : [{ kind: 'qr', text: slip.qr, label: words.scan } as const]),
    ...pair(words.payment, slip.paymentHash),
    ...(footer.length > 0 ? [rule, ...footer] : []),
  ]
}
