import { readRevocation } from '../allowances/revocation-repository.ts'
import { readClaim } from '../claims/claim-repository.ts'
import type { SpendingView } from '../../shared/bookkeeping/views.ts'
import { spanOfDays, type Period } from '../../shared/periods.ts'
import type { ExportFormat, ReferenceForm, TableForm } from '../../shared/sales/export.ts'
import type { ReadableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { withRecordsKey } from '../db/with-records-key.ts'
import { readForeignPayment } from '../history/foreign-payments-repository.ts'
import { readNote } from '../notes/sealed-note.ts'
import type { People } from '../people/open-people.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import { listUnusedCoins, type UnusedCoins } from '../purchases/external/unused-coins-repository.ts'
import type { Exported } from '../sales/reports/create-reports.ts'
import { fileName } from '../exports/file-name.ts'
import { writeRecords } from '../exports/write-records.ts'
import { zonedTime } from '../exports/record-values.ts'
import { readTransfer } from '../transfers/transfer-repository.ts'
import { addUpMonth } from './add-up-month.ts'
import { listSpentAfter, listUnusedSpent, type Spent } from './bookkeeping-repository.ts'
import {
  namedIn,
  spentColumns,
  toClaimRecord,
  toDamagedRecord,
  toElsewhereRecord,
  toPurchaseRecord,
  toRevocationRecord,
  toSpentRow,
  toTransferRecord,
  toUnusedRecord,
  type NotedRecord,
  type SpentRecord,
  type WhomOf,
} from './spent-record.ts'

// Small enough that reading a page blocks nothing.
const PAGE = 100
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** What is exported, and how. */
export interface SpentExport {
  /** Null for everything. */
  readonly of: { readonly first: Period; readonly last: Period } | null
  readonly format: ExportFormat
  readonly table: TableForm
  readonly references: ReferenceForm
}

/** What the user bought and sent, as a whole. */
export interface Bookkeeping {
  /** Adds up the purchases of a month that were not sold over the counter. Throws AppError `locked` while the records key is missing. */
  month(month: Period): Promise<SpendingView>
  /**
   * Exports purchases and transfers, claims and revocations for their network fees, payments that were made elsewhere, and coins that
   * another wallet sent for nothing, oldest first; read page by page while the file is written. Throws AppError `locked` while the
   * records key is missing.
   */
  export(input: SpentExport): Exported
}

export interface BookkeepingOptions {
  readonly ledger: ReadableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly sealer: Sealer
  readonly purchases: Pick<Purchases, 'booked'>
  readonly people: Pick<People, 'owners'>
}

/** Creates the bookkeeping over the ledger. */
export function createBookkeeping({ ledger, sealer, now, purchases, people }: BookkeepingOptions): Bookkeeping {
  /** Without the records key, recipients, notes and people would seem to be missing. */
  const assertReadable = (): unknown => withRecordsKey(() => sealer.seal('', 'books'))
  function recordOf(spent: Spent, whomOf: WhomOf, coins: ReadonlyMap<string, UnusedCoins>): SpentRecord {
    if (spent.kind === 'purchase') {
      const figures = purchases.booked(spent.id)
      return figures === null ? toDamagedRecord(spent) : toPurchaseRecord(spent, figures, whomOf)
    }
    if (spent.kind === 'unused') {
      const unused = coins.get(spent.id)
      return unused ? toUnusedRecord(spent, unused) : toDamagedRecord(spent)
    }
    return nullIfDamaged(() => readOtherRecord(ledger, spent, whomOf)) ?? toDamagedRecord(spent)
  }
  function* pages({ of, references }: SpentExport): Generator<NotedRecord[]> {
    const whomOf = namedIn(references, people.owners)
    const span = of === null ? EVER : spanOfDays(of.first, of.last)
    const coins = new Map(listUnusedCoins(ledger).map((one) => [one.id, one]))
    const unused = listUnusedSpent(ledger)
    let last: Spent | null = null
    for (;;) {
      const page = listSpentAfter(ledger, span, { after: last, limit: PAGE, unused })
      if (page.length === 0) return
      yield page.map((spent) => ({
        ...recordOf(spent, whomOf, coins),
        ...(readNote({ ledger, sealer }, spent.id) ?? { note: '', tags: [] }),
      }))
      last = page.at(-1) ?? null
    }
  }

  return {
    async month(month) {
      assertReadable()
      return addUpMonth({ ledger, sealer, ownerOf: people.owners() }, month)
    },
    export(input) {
      assertReadable()
      const { of, format, table, references } = input
      const records = {
        about: { kind: 'till-purchases', version: 1, madeAt: zonedTime(now()), of, references },
        name: 'purchases',
        columns: spentColumns,
        pages: pages(input),
        row: toSpentRow,
      }
      const days = of === null ? [] : [...new Set([of.first, of.last])]
      return { name: fileName('purchases', table, days, format), text: writeRecords(records, { format, table }) }
    },
  }
}

/** Returns the record of a transfer, a claim or a revocation, or of what was paid elsewhere; null if there is none. */
function readOtherRecord(ledger: ReadableDb, spent: Spent, whomOf: WhomOf): SpentRecord | null {
  const { kind, id } = spent
  if (kind === 'claim') {
    const claim = readClaim(ledger, id)
    return claim && toClaimRecord(spent, claim)
  }
  if (kind === 'revocation') {
    const revocation = readRevocation(ledger, id)
    return revocation && toRevocationRecord(spent, revocation)
  }
  if (kind === 'elsewhere') {
    const payment = readForeignPayment(ledger, id)
    return payment && toElsewhereRecord(spent, payment)
  }
  const transfer = readTransfer(ledger, id)
  return transfer && toTransferRecord(spent, transfer, whomOf)
}
