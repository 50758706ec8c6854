import type { Profile } from '../../shared/profile.ts'
import type { BudgetView, ConnectionView } from '../../shared/views.ts'
import type { Database } from '../db/open-database.ts'
import type { Sealer } from '../db/seal.ts'
import type { PurchaseService } from '../purchases/purchase-context.ts'
import { createAccessBreaker } from '../service/access-breaker.ts'
import { createRequestBudget } from '../service/request-budget.ts'
import { createServiceClient } from '../service/service-client.ts'
import { markTokenRefused, readProfile, readToken } from '../settings/profiles-repository.ts'

export interface ServicesOptions {
  readonly ledger: Database
  readonly sealer: Sealer
  readonly now: () => number
  /** Whether a service at this address may be used in this window. */
  readonly mayUse: (baseUrl: string) => boolean
  readonly onTokenRefused: (profileId: string) => void
  readonly onBudgetChange: (profileId: string, view: BudgetView) => void
  readonly onConnectionChange: (profileId: string, view: ConnectionView) => void
}

/** The service behind each profile, built when it is first asked for. */
export interface Services {
  /** Null for a profile that is not known, or whose service may not be used in this window. */
  get(profileId: string): PurchaseService | null
  /** Forgets what was built for a profile that was edited. */
  forget(profileId: string): void
}

/** Opens services by profile id; tokens are read at each request, so that an edited one counts at once. */
export function openServices(options: ServicesOptions): Services {
  const { ledger, sealer, now } = options
  const open = new Map<string, PurchaseService>()

  function tokenOf(profileId: string): string | null {
    if (readProfile(ledger, profileId)?.tokenRefused !== false) return null
    try {
      return readToken(ledger, sealer, profileId)
    } catch {
      // Without the records key the service is asked without a token, as it allows.
      return null
    }
  }

  function build(profileId: string): PurchaseService | null {
    const stored = readProfile(ledger, profileId)
    if (stored === null || !options.mayUse(stored.settings.baseUrl)) return null
    const profile: Profile = stored.settings
    const budget = createRequestBudget({
      db: ledger,
      scope: new URL(profile.baseUrl).origin,
      requestsPerHour: profile.requestsPerHour,
      now,
      onChange: (view) => options.onBudgetChange(profileId, view),
    })
    const client = createServiceClient({
      profile,
      budget,
      breaker: createAccessBreaker({
        now,
        token: () => tokenOf(profileId),
        onTokenRefused: () => {
          markTokenRefused(ledger, profileId)
          options.onTokenRefused(profileId)
        },
      }),
      now,
      onConnectionChange: (view) => options.onConnectionChange(profileId, view),
    })
    return { profileId, profile, client, budget }
  }

  return {
    get(profileId) {
      const known = open.get(profileId)
      if (known) return known
      const built = build(profileId)
      if (built) open.set(profileId, built)
      return built
    },
    forget: (profileId) => void open.delete(profileId),
  }
}
