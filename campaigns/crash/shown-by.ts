import type { Database } from '../../src/main/db/open-database.ts'

/** Which payments Till tells the person of: hashes of its own, and of what it found to be made elsewhere. */
export interface Shown {
  readonly own: ReadonlySet<string>
  /** Made elsewhere and known to the service. */
  readonly elsewhere: ReadonlySet<string>
  /** Made elsewhere and known to nobody. */
  readonly raised: ReadonlySet<string>
  /** What it takes for refunds. */
  readonly refunds: ReadonlySet<string>
}

/** Reads what a ledger has to show. */
export function shownBy(ledger: Database | null): Shown {
  const read = (sql: string): Set<string> =>
    new Set((ledger?.prepare(sql).all() as { hash: string }[] | undefined)?.map(({ hash }) => hash))
  return {
    own: read('SELECT hash FROM signed_transactions'),
    elsewhere: read('SELECT hash FROM foreign_payments WHERE transaction_id IS NOT NULL'),
    raised: read('SELECT hash FROM foreign_payments WHERE transaction_id IS NULL'),
    refunds: read('SELECT hash FROM counted_refunds'),
  }
}
