import type { WritableDb } from '../../src/main/db/connections.ts'

/** The payments that Till shows to the person: hashes of its own, and of those it found to be made elsewhere. */
export interface Shown {
  readonly own: ReadonlySet<string>
  /** Made elsewhere and known to the service. */
  readonly elsewhere: ReadonlySet<string>
  /** Made elsewhere and unknown to the service. */
  readonly raised: ReadonlySet<string>
  /** Made by another wallet for a purchase, and a question or answered. */
  readonly arrived: ReadonlySet<string>
  /** Of these, what Till counts as sent, or as received from a stranger, for nothing. */
  readonly unused: ReadonlySet<string>
  /** Made by a purchase about which Till asks the person. */
  readonly questioned: ReadonlySet<string>
  /** Made by a purchase that Till calls unpaid for good. */
  readonly unpaid: ReadonlySet<string>
  /** Till asks about the nonces below it: no node shows what used them. */
  readonly unseenBelow: number
  /** The hash of each transfer that Till counts as a refund; a transaction with two such transfers appears twice. */
  readonly refunds: readonly string[]
  /** The same for each refunded purchase, with the units it got. */
  readonly counted: readonly {
    readonly hash: string
    readonly units: bigint
    readonly purchase: string
    readonly paid: bigint
    readonly evidence: string
  }[]
}

const ofPurchases = `SELECT t.hash FROM signed_transactions t JOIN purchases p ON p.id = t.intent_id
  JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'`

/** Reads from a ledger what Till shows. */
export function readShown(ledger: WritableDb | null): Shown {
  const list = (sql: string): string[] =>
    ((ledger?.prepare(sql).all() ?? []) as { hash: string }[]).map(({ hash }) => hash)
  const read = (sql: string): Set<string> => new Set(list(sql))
  return {
    own: read('SELECT hash FROM signed_transactions'),
    elsewhere: read('SELECT hash FROM foreign_payments WHERE transaction_id IS NOT NULL'),
    raised: read('SELECT hash FROM foreign_payments WHERE transaction_id IS NULL'),
    arrived: read('SELECT hash FROM external_arrivals'),
    unused: read(
      'SELECT hash FROM external_arrivals WHERE gone_at IS NULL AND hash NOT IN (SELECT hash FROM signed_transactions)',
    ),
    questioned: read(`${ofPurchases} WHERE p.attention IS NOT NULL`),
    unpaid: read(`${ofPurchases} WHERE s.state IN ('reverted', 'cancelled', 'superseded')`),
    unseenBelow: readUnseenBelow(ledger),
    refunds: list('SELECT DISTINCT hash, ordinal FROM counted_refunds'),
    counted: readCounted(ledger),
  }
}

function readCounted(ledger: WritableDb | null): Shown['counted'] {
  const sql = `SELECT c.hash, c.units, c.evidence, c.purchase_id AS purchase, json_extract(p.terms, '$.payment.units') AS paid
    FROM counted_refunds c JOIN purchases p ON p.id = c.purchase_id`
  const rows = (ledger?.prepare(sql).all() ?? []) as Record<
    'hash' | 'units' | 'purchase' | 'paid' | 'evidence',
    string
  >[]
  return rows.map(({ units, paid, ...row }) => ({ ...row, units: BigInt(units), paid: BigInt(paid) }))
}

function readUnseenBelow(ledger: WritableDb | null): number {
  const row = ledger?.prepare('SELECT coalesce(max(below), 0) AS below FROM unseen_transactions').get()
  return (row as { below: number } | undefined)?.below ?? 0
}
