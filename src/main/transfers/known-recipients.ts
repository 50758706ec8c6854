import type { Database } from '../db/open-database.ts'
import type { KnownRecipients } from '../purchases/purchase-context.ts'
import { readRememberedAddresses, rememberAddress } from '../settings/remembered-addresses-repository.ts'

/** The addresses that profiles have paid before, kept in the ledger. */
export function knownRecipients(ledger: Database, now: () => number): KnownRecipients {
  return {
    list: (profileId, chainInstance) => readRememberedAddresses(ledger, profileId, chainInstance),
    remember: (profileId, chainInstance, address) =>
      rememberAddress(ledger, { profileId, chainInstance, address, firstSeen: now() }),
  }
}
