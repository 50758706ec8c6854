import type { Address } from 'viem'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

/** Returns whether the person accepted the service's terms with this wallet, as far as this machine knows. */
export function hasAcceptedTerms(db: ReadableDb, profileId: string, address: Address): boolean {
  return (
    db.prepare('SELECT 1 FROM terms_consents WHERE profile_id = ? AND address = ?').get(profileId, address) !==
    undefined
  )
}

/** Stores that the terms were accepted. */
export function storeConsent(db: WritableDb, profileId: string, address: Address, now: number): void {
  db.prepare(
    'INSERT INTO terms_consents (profile_id, address, accepted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(profileId, address, now)
}
