import type { Address } from 'viem'
import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'

/** The purchases of one service and wallet. */
export interface SpendGroup {
  readonly profileId: string
  readonly from: Address
}

const IS_DELIVERED = "upper(service_status) IN ('SUCCESS', 'COMPLETED')"
const groupRow = z.object({ profile_id: z.string(), from_address: z.string() as unknown as z.ZodType<Address> })

const groupRows = z.array(groupRow)

/** Lists the groups with delivered and settled purchases made between `since` and `until` (epoch milliseconds). */
export function listEndedGroups(db: ReadableDb, since: number, until: number): SpendGroup[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT profile_id, from_address FROM purchases
       WHERE created_at > ? AND created_at <= ? AND ended = 1 AND registration = 'registered' AND ${IS_DELIVERED}`,
    )
    .all(since, until)
  return groupRows.parse(rows).map(({ profile_id, from_address }) => ({ profileId: profile_id, from: from_address }))
}

const spendRows = z.array(z.object({ id: z.string(), spend_id: z.string() }))

/** Finds a group's delivered and settled purchases made after `since` by these transaction ids; returns them by transaction id. */
export function findEndedBySpend(
  db: ReadableDb,
  { profileId, from }: SpendGroup,
  transactionIds: readonly string[],
  since: number,
): Map<string, string> {
  const rows = db
    .prepare(
      `SELECT id, json_extract(spend, '$.transactionId') AS spend_id
       FROM purchases INDEXED BY purchases_ended_spends
       WHERE ended = 1 AND registration = 'registered' AND profile_id = ? AND from_address = ? AND created_at > ?
         AND ${IS_DELIVERED} AND json_extract(spend, '$.transactionId') IN (SELECT value FROM json_each(?))`,
    )
    .all(profileId, from, since, JSON.stringify(transactionIds))
  return new Map(spendRows.parse(rows).map(({ id, spend_id }) => [spend_id, id]))
}

const OF_GROUP = `registration = 'registered' AND profile_id = @profileId AND from_address = @from AND created_at > @since
  AND json_extract(spend, '$.transactionId') IN (SELECT value FROM json_each(@transactionIds))`

/** Returns whether one of these transaction ids is a purchase that a group made after `since`, whatever became of it. */
export function hasMadeSince(
  db: ReadableDb,
  { profileId, from }: SpendGroup,
  transactionIds: readonly string[],
  since: number,
): boolean {
  const row = db
    .prepare(
      `SELECT 1 FROM purchases INDEXED BY purchases_ended_spends WHERE ended = 1 AND ${OF_GROUP}
       UNION ALL SELECT 1 FROM purchases INDEXED BY purchases_open_spends WHERE ended = 0 AND ${OF_GROUP} LIMIT 1`,
    )
    .get({ profileId, from, since, transactionIds: JSON.stringify(transactionIds) })
  return row !== undefined
}
