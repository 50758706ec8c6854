import type { WritableDb } from '../../src/main/db/connections.ts'

/** Returns the state of a ledger's newest purchase or transfer, as a name for a point. */
export function stateOf(ledger: WritableDb): string {
  const row = ledger
    .prepare(
      `SELECT s.state || ' ' || p.registration || ' ' || coalesce(p.service_status, '-') AS state
       FROM purchases p JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'
       WHERE p.rowid = (SELECT max(rowid) FROM purchases)
       UNION ALL SELECT s.state FROM steps s WHERE s.kind = 'send' LIMIT 1`,
    )
    .get() as { state: string } | undefined
  const claim = ledger
    .prepare("SELECT s.state FROM steps s WHERE s.kind = 'claim' ORDER BY s.rowid DESC LIMIT 1")
    .get() as { state: string } | undefined
  return `(${row?.state ?? 'nothing'}${claim ? `, claim ${claim.state}` : ''})`
}
