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
  /** Returns whether anything was read yet. */
  wasRead(): boolean
  /** Updates the listed revocations from the ledger; returns the listing as shown. */
  updateRevocations(): AllowancesView
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

  return {
    read,
    known(goodForMs = Infinity) {
      if (last === null || last.owner !== wallet.address() || monotonic() - last.at > goodForMs) return read()
      return Promise.resolve(last.listing)
    },
    wasRead: () => last !== null,
    updateRevocations() {
      if (last === null) return []
      const views = last.listing.views.map((network) => ({
        ...network,
        allowances: network.allowances.map(withNewest),
      }))
      last = { ...last, listing: { ...last.listing, views } }
      return views
    },
  }
}
