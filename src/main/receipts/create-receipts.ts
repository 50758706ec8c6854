import type { Locale } from '../../shared/app/locales.ts'
import { AppError } from '../../shared/errors.ts'
import { sampleReceipt } from '../../shared/receipts/sample-receipt.ts'
import { createMutex } from '../../shared/mutex.ts'
import type { DaySummaryView, ShiftReportView } from '../../shared/sales/views.ts'
import { receiptParts, type ReceiptPart } from '../../shared/receipts/receipt-parts.ts'
import type { Place } from '../../shared/receipts/receipt-text.ts'
import { isSheet } from '../../shared/receipts/papers.ts'
import type { NetworkPrinter, ShopHead, SaleReceipt } from '../../shared/receipts/receipt-views.ts'
import type { WritableDb } from '../db/connections.ts'
import { drawerPulse } from './encode-receipt.ts'
import { cleanHead } from './clean-head.ts'
import { dayParts } from '../../shared/receipts/day-parts.ts'
import { columnsOf, layOutReceipt } from './lay-out-receipt.ts'
import { reportParts } from '../../shared/receipts/report-parts.ts'
import { brief, sendToPrinter } from './send-to-printer.ts'
import { readShopHead, writeShopHead } from './shop-head-repository.ts'

export interface ReceiptsOptions {
  readonly ledger: WritableDb
  readonly now: () => number
  /** Till's own language, until the shop chooses one. */
  readonly language: () => Locale
  /** The country where the shop sells (ISO alpha-2), null if it is unknown, and its currency (ISO 4217). */
  readonly place: () => { readonly country: string | null; readonly currency: string }
  /** The policy's receipt head, which replaces the shop's; null if it sets none. */
  readonly chosen?: () => Omit<ShopHead, 'paper' | 'printer'> | null
  readonly send?: typeof sendToPrinter
}

/** The head of a shop's receipts, and its printer. */
export interface Receipts {
  head(): ShopHead
  /**
   * Stores another head. Throws AppError `invalid-input` for an unprintable one, `not-allowed` with the reason `policy` for fields that the
   * policy sets.
   */
  setHead(head: ShopHead): ShopHead
  /**
   * Prints on the shop's network printer, one job at a time. Throws AppError `printer-failed`, with the reason `none` if no printer is set.
   */
  print(receipt: SaleReceipt): Promise<void>
  /** Prints a shift's report in its current state; throws as `print`. */
  printReport(report: ShiftReportView): Promise<void>
  /** Prints a day's summary; throws as `print`. */
  printDay(summary: DaySummaryView): Promise<void>
  /** Returns whether a cash drawer is connected to the network printer. */
  hasDrawer(): boolean
  /** Opens the cash drawer, as a print job of its own. Throws AppError `printer-failed`, with the reason `none` without a drawer. */
  openDrawer(): Promise<void>
  /** Prints a sample receipt; throws as `print`. */
  printTest(): Promise<void>
}

/** Opens the receipts of the ledger. */
export function createReceipts({
  ledger,
  now,
  language,
  place,
  chosen = () => null,
  send = sendToPrinter,
}: ReceiptsOptions): Receipts {
  const mutex = createMutex()
  const time = (): string => new Date(now()).toISOString()
  function head(): ShopHead {
    const [own, given] = [readShopHead(ledger, language()), chosen()]
    return given === null ? own : cleanHead({ ...own, ...given })
  }

  const drawerPrinter = (): NetworkPrinter | null => {
    const { printer } = head()
    return typeof printer === 'object' && printer.drawer !== undefined ? printer : null
  }

  async function print(partsFor: (shop: ShopHead & Place) => ReceiptPart[] | Promise<ReceiptPart[]>): Promise<void> {
    const shop = { ...head(), country: place().country }
    const { printer, paper } = shop
    if (typeof printer !== 'object' || isSheet(paper)) throw noPrinter()
    // Loaded with the first receipt, to keep Till's start fast.
    const [{ encodeReceipt }, { printLogo }] = await Promise.all([
      import('./encode-receipt.ts'),
      import('./print-logo.ts'),
    ])
    const logo = shop.logo === null ? null : printLogo(shop.logo, paper)
    const bytes = encodeReceipt(layOutReceipt(await partsFor(shop), columnsOf[paper]), paper, logo)
    await mutex(() => send(printer, bytes))
  }

  return {
    head,
    setHead(wanted) {
      const clean = cleanHead(wanted)
      const given = chosen()
      const said = given && cleanHead({ ...clean, ...given })
      if (said !== null && JSON.stringify(said) !== JSON.stringify(clean))
        throw new AppError('not-allowed', 'The policy sets it', { details: { reason: 'policy' } })
      writeShopHead(ledger, clean)
      return head()
    },
    hasDrawer: () => drawerPrinter() !== null,
    async openDrawer() {
      const printer = drawerPrinter()
      if (printer?.drawer === undefined) throw noPrinter()
      const pulse = drawerPulse(printer.drawer)
      await mutex(() => send(printer, pulse, brief))
    },
    print: (receipt) => print((shop) => receiptParts(shop, receipt)),
    printReport: (report) => print((shop) => reportParts(shop, report, time())),
    printDay: (summary) => print((shop) => dayParts(shop, summary, time())),
    printTest: () =>
      print(async (shop) => {
        const { samplePhone } = await import('./sample-phone.ts')
        const { country, currency } = place()
        return receiptParts(shop, sampleReceipt(shop.language, time(), { currency, phone: samplePhone(country) }))
      }),
  }
}

function noPrinter(): AppError {
  return new AppError('printer-failed', 'There is no network printer', { details: { reason: 'none' } })
}
