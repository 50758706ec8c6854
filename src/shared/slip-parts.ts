import type { ShopHead, Slip, SlipLanguage } from './slip-views.ts'
import { slipWords } from './slip-words.ts'
import { readSold } from './sold-product.ts'

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

type Head = Pick<ShopHead, 'name' | 'address' | 'taxNumber' | 'header' | 'footer' | 'logo' | 'language'>

/** Without what no paper shows: signs that steer, and the spaces that Intl sets. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
const lines = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map(plain)
    .filter((line) => line !== '')

// Spanish as in most of Latin America.
const tags: Readonly<Record<SlipLanguage, string>> = { en: 'en', es: 'es-419' }

function amount(language: SlipLanguage, currency: string, value: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'code', maximumFractionDigits: 20 } as const
  return plain(new Intl.NumberFormat(tags[language], options).format(value as Intl.StringNumericLiteral))
}

/** What was sold, with its amount as every other on the slip. */
function product(language: SlipLanguage, name: string): string {
  const sold = readSold(name)
  return plain(sold ? `${sold.brand} ${amount(language, sold.currency, sold.amount)}` : name)
}

function time(language: SlipLanguage, at: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat(tags[language], {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZone,
  })
  return plain(format.format(new Date(at)))
}

/** Everything a slip says, in the shop's language; times as in `timeZone`, the system's where none is given. */
export function slipParts(head: Head, slip: Slip, timeZone?: string): SlipPart[] {
  const { language } = head
  const words = slipWords[language]
  const money = (value: string): string => amount(language, slip.currency, value)
  const rule: SlipPart = { kind: 'rule' }
  const centred = (text: string): SlipPart => ({ kind: 'centred', text })
  const pair = (label: string, value: string | null, strong = false): SlipPart[] =>
    value === null || value === '' ? [] : [{ kind: 'pair', label, value, strong }]
  const cash = (label: string, value: string | null): SlipPart[] => pair(label, value === null ? null : money(value))

  const top: SlipPart[] = [
    ...(head.logo === null ? [] : [{ kind: 'logo', src: head.logo } as const]),
    ...lines(head.name).map((text): SlipPart => ({ kind: 'name', text })),
    ...head.address.flatMap(lines).map(centred),
    ...lines(head.taxNumber).map((text) => centred(`${words.taxNumber} ${text}`)),
    ...lines(head.header).map(centred),
  ]
  const codes = slip.codes.map(({ kind, text }): SlipPart => ({ kind: 'code', label: words[kind], text: plain(text) }))
  const instructions = lines(slip.instructions ?? '').map((text): SlipPart => ({ kind: 'text', text }))
  const use = [...codes, ...instructions]
  const footer = lines(head.footer).map(centred)
  return [
    ...top,
    ...(top.length > 0 ? [rule] : []),
    ...(slip.isReprint ? [{ kind: 'centred', text: words.copy, strong: true } as const] : []),
    ...pair(words.number, plain(slip.number)),
    ...pair(words.soldAt, time(language, slip.soldAt, timeZone)),
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
