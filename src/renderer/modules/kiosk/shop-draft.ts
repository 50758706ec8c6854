import type { Locale } from '../../../shared/app/locales.ts'
import { hostPattern, printerPorts, receiptLimits } from '../../../shared/receipts/limits.ts'
import type { Paper } from '../../../shared/receipts/papers.ts'
import type { ShopHead } from '../../../shared/receipts/receipt-views.ts'

/** A receipt head as typed. */
export interface ShopDraft {
  name: string
  address: string
  taxNumber: string
  header: string
  footer: string
  logo: string | null
  language: Locale
  paper: Paper
  printer: 'none' | 'system' | 'network'
  host: string
  port: string
  /** The pin that opens the cash drawer. */
  drawer: 'none' | 'pin2' | 'pin5'
}

export function draftOf({ address, printer, ...head }: ShopHead): ShopDraft {
  const isNetwork = typeof printer === 'object'
  return {
    ...head,
    address: address.join('\n'),
    printer: isNetwork ? 'network' : printer,
    host: isNetwork ? printer.host : '',
    port: String(isNetwork ? printer.port : printerPorts.usual),
    drawer: isNetwork && printer.drawer !== undefined ? `pin${printer.drawer}` : 'none',
  }
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const pins = { none: {}, pin2: { drawer: 2 }, pin5: { drawer: 5 } } as const

/** Returns the head to save. */
export function headOf({ address, printer, host, port, drawer, ...draft }: ShopDraft): ShopHead {
  return {
    ...draft,
    address: lines(address),
    printer: printer === 'network' ? { host: host.trim(), port: Number(port), ...pins[drawer] } : printer,
  }
}

/** What is wrong with a draft: how many characters are too many, or that a value is invalid. */
export interface ShopProblems {
  readonly name: number
  readonly address: number
  readonly addressLines: boolean
  readonly taxNumber: number
  readonly header: number
  readonly footer: number
  readonly host: boolean
  readonly port: boolean
}

export function problemsOf(draft: ShopDraft): ShopProblems {
  const over = (text: string, max: number): number => Math.max(0, text.length - max)
  const address = lines(draft.address)
  const isNetwork = draft.printer === 'network'
  const port = Number(draft.port)
  const isPort = /^\d+$/.test(draft.port) && port >= printerPorts.least && port <= printerPorts.most
  return {
    name: over(draft.name, receiptLimits.name),
    address: Math.max(0, ...address.map((line) => over(line, receiptLimits.addressLine))),
    addressLines: address.length > receiptLimits.addressLines,
    taxNumber: over(draft.taxNumber, receiptLimits.taxNumber),
    header: over(draft.header, receiptLimits.text),
    footer: over(draft.footer, receiptLimits.text),
    host: isNetwork && !hostPattern.test(draft.host.trim()),
    port: isNetwork && !isPort,
  }
}

/** Returns the head for the preview, cut to what can be saved. */
export function previewOf(draft: ShopDraft): ShopHead {
  const { name, addressLine, addressLines, taxNumber, text } = receiptLimits
  const head = headOf({ ...draft, printer: 'none' })
  return {
    ...head,
    name: head.name.slice(0, name),
    address: head.address.slice(0, addressLines).map((line) => line.slice(0, addressLine)),
    taxNumber: head.taxNumber.slice(0, taxNumber),
    header: head.header.slice(0, text),
    footer: head.footer.slice(0, text),
  }
}
