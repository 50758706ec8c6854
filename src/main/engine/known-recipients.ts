import type { WritableDb } from '../db/connections.ts'
import { readRememberedAddresses, rememberAddress } from '../settings/remembered-addresses-repository.ts'

/** Addresses a profile has paid before on one chain. */
export interface KnownRecipients {
  list(profileId: string, chainInstance: string): readonly string[]
  remember(profileId: string, chainInstance: string, address: string): void
}

/** Reads and stores in the ledger the addresses that profiles have paid before. */
export function knownRecipients(ledger: WritableDb, now: () => number): KnownRecipients {
  return {
    list: (profileId, chainInstance) => readRememberedAddresses(ledger, profileId, chainInstance),
    remember: (profileId, chainInstance, address) =>
      rememberAddress(ledger, { profileId, chainInstance, address, firstSeen: now() }),
  }
}
