import { AppError } from '../../shared/errors.ts'
import { sampleSlip } from '../../shared/sample-slip.ts'
import { createSerial } from '../../shared/serially.ts'
import { slipParts } from '../../shared/slip-parts.ts'
import type { ShopHead, Slip, SlipLanguage } from '../../shared/slip-views.ts'
import type { Database } from '../db/open-database.ts'
import { cleanHead } from './clean-head.ts'
import { encodeSlip } from './encode-slip.ts'
import { columnsOf, layOutSlip } from './lay-out-slip.ts'
import { sendToPrinter } from './send-to-printer.ts'
import { readShopHead, writeShopHead } from './shop-head-repository.ts'

export interface SlipsOptions {
  readonly ledger: Database
  readonly now: () => number
  /** Till's own, until the shop has chosen one. */
  readonly language: () => SlipLanguage
  readonly send?: typeof sendToPrinter
}

/** What stands on a shop's slips, and its printer. */
export interface Slips {
  head(): ShopHead
  /** Keeps another; AppError `invalid-input` where it can't stand on a slip. */
  setHead(head: ShopHead): ShopHead
  /** Prints on the shop's network printer, one after another; AppError `printer-failed`, with the reason `none` where there is no such printer. */
  print(slip: Slip): Promise<void>
  /** The same with a slip that nobody bought. */
  printTest(): Promise<void>
}

/** Opens a shop's slips over its ledger. */
export function createSlips({ ledger, now, language, send = sendToPrinter }: SlipsOptions): Slips {
  const oneByOne = createSerial()
  const head = (): ShopHead => readShopHead(ledger, language())

  async function print(slip: Slip): Promise<void> {
    const shop = head()
    const { printer, paper } = shop
    if (typeof printer !== 'object' || paper === 'A4')
      throw new AppError('printer-failed', 'There is no network printer', { details: { reason: 'none' } })
    const bytes = encodeSlip(layOutSlip(slipParts(shop, slip), columnsOf[paper]), paper)
    await oneByOne(() => send(printer, bytes))
  }

  return {
    head,
    setHead(wanted) {
      writeShopHead(ledger, cleanHead(wanted))
      return head()
    },
    print,
    printTest: () => print(sampleSlip(head().language, new Date(now()).toISOString())),
  }
}
