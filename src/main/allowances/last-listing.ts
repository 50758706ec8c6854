import { coalesce } from '../../shared/coalesce.ts'
import type { AllowancesView, AllowanceView, RevocationView } from '../../shared/allowances/views.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { listAllowances, type Listing } from './list-allowances.ts'
import { readRevocation, type RevocationRecord } from './revocation-repository.ts'
import { createApprovalScanner } from './scan-approvals.ts'

/** The allowances as they were read last. */
export interface LastListing {
  /** Reads again; calls that wait share one read. */
  read(): Promise<Listing>
  /** Returns the last read of the current account; reads again without one, or if it is older than `goodForMs`. */
  known(goodForMs?: number): Promise<Listing>
  /** Returns whether the allowances of the current account were read yet. */
  wasRead(): boolean
  /** Updates the listed revocations from the ledger; returns the listing as shown, or null if the current account's was not read. */
  updateRevocations(): AllowancesView | null
}

interface Read {
  /** By the monotonic clock. */
  readonly at: number
  readonly owner: string | null
  readonly listing: Listing
}

/** Creates the listing of an account, of which nothing was read. */
export function createLastListing(
  context: AllowancesContext,
  viewOf: (revocation: RevocationRecord) => RevocationView,
): LastListing {
  const { wallet, monotonic, ledger } = context
  const scanApprovals = createApprovalScanner()
  let last: Read | null = null

  const read = coalesce(async (): Promise<Listing> => {
    const owner = wallet.address()
    const listing =
      owner === null ? { views: [], targets: new Map() } : await listAllowances(context, owner, scanApprovals, viewOf)
    last = { at: monotonic(), owner, listing }
    return listing
  })

  function withNewest(allowance: AllowanceView): AllowanceView {
    const { revoking } = allowance
    // A damaged one is asked about elsewhere.
    const revocation = revoking && nullIfDamaged(() => readRevocation(ledger, revoking.id))
    return revocation === null ? allowance : { ...allowance, revoking: viewOf(revocation) }
  }

  /** Returns the last read, unless it was another account's. */
  function newest(): Read | null {
    return last?.owner === wallet.address() ? last : null
  }

  return {
    read,
    known(goodForMs = Infinity) {
      const known = newest()
      return known === null || monotonic() - known.at > goodForMs ? read() : Promise.resolve(known.listing)
    },
    wasRead: () => newest() !== null,
    updateRevocations() {
      const known = newest()
      if (known === null) return null
      const views = known.listing.views.map((network) => ({
        ...network,
        allowances: network.allowances.map(withNewest),
      }))
      last = { ...known, listing: { ...known.listing, views } }
      return views
    },
  }
}
