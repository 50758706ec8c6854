import type { Profile } from '../../shared/services/profile.ts'
import type { BudgetView, ConnectionView } from '../../shared/services/views.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { isKiosk } from '../kiosk/kiosk-repository.ts'
import type { Log } from '../log/create-log.ts'
import { type ProfileService, createServiceClient } from '../service/service-client.ts'
import { createAccessBreaker } from '../service/exchange/access-breaker.ts'
import { createChecks, createProbes } from './connection-checks.ts'
import { createRequestBudget, type RequestBudget } from '../service/budget/request-budget.ts'
import type { Timer } from '../../shared/timer.ts'
import { markTokenRefused, readProfile, readToken } from '../settings/profiles-repository.ts'
import { AppError } from '../../shared/errors.ts'
import { remoteService, type Profiles } from './profiles.ts'

export interface ServicesOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly now: () => number
  readonly timer: Timer
  readonly log: Log
  /** Returns whether this window may use a service at this address. */
  readonly mayUse: (baseUrl: string) => boolean
  readonly onTokenRefused: (profileId: string) => void
  readonly onBudgetChange: (profileId: string, view: BudgetView) => void
  readonly onConnectionChange: (profileId: string, view: ConnectionView) => void
}

/** The service behind each profile, built on first use. */
export interface Services {
  /** Null for an unknown profile, or one whose service this window may not use. */
  get(profileId: string): ProfileService | null
  /**
   * Asks a service whether it answers, with at most one request a minute, now or at the end of the minute; the connection reports the
   * result. For signs of trouble that are not the service's own answers.
   */
  check(profileId: string): void
  /** Discards the service built for a profile that was edited. */
  forget(profileId: string): void
  /** Cancels every pending request; none starts after it. */
  close(): void
}

/** Opens services by profile id; reads tokens at each request, so that an edited one counts at once. */
export function openServices(options: ServicesOptions): Services {
  const { ledger, now } = options
  const open = new Map<string, ProfileService>()
  const closing = new AbortController()

  const probes = createProbes(options.timer)
  const checks = createChecks(options.timer)

  function build(profileId: string): ProfileService | null {
    const stored = readProfile(ledger, profileId)
    if (stored === null || !options.mayUse(stored.settings.baseUrl)) return null
    const profile: Profile = stored.settings
    const budget = createBudget(options, profileId, profile)
    const client = createServiceClient({
      profile,
      budget,
      breaker: createAccessBreaker({
        now,
        token: () => tokenOf(options, profileId),
        onTokenRefused: () => {
          markTokenRefused(ledger, profileId)
          options.onTokenRefused(profileId)
        },
      }),
      now,
      log: options.log,
      signal: closing.signal,
      onConnectionChange(view) {
        options.onConnectionChange(profileId, view)
        if (view.service === 'offline') probes.begin(profileId, client)
        else probes.end(profileId)
      },
    })
    return { profileId, profile, client, budget }
  }

  function get(profileId: string): ProfileService | null {
    const known = open.get(profileId)
    if (known) return known
    const built = build(profileId)
    if (built) open.set(profileId, built)
    return built
  }

  return {
    get,
    check: (profileId) => checks.begin(profileId, () => get(profileId)?.client ?? null),
    forget(profileId) {
      probes.end(profileId)
      checks.end(profileId)
      open.delete(profileId)
    },
    close() {
      probes.close()
      checks.close()
      closing.abort()
    },
  }
}

function createBudget(
  { ledger, now, onBudgetChange }: ServicesOptions,
  profileId: string,
  { baseUrl, requestsPerHour }: Profile,
): RequestBudget {
  return createRequestBudget({
    db: ledger,
    scope: new URL(baseUrl).origin,
    requestsPerHour,
    isShop: () => isKiosk(ledger),
    now,
    onChange: (view) => onBudgetChange(profileId, view),
  })
}

function tokenOf({ ledger, sealer }: ServicesOptions, profileId: string): string | null {
  if (readProfile(ledger, profileId)?.tokenRefused !== false) return null
  try {
    return readToken(ledger, sealer, profileId)
  } catch {
    // Without the records key, requests carry no token, as the service allows.
    return null
  }
}

/** Returns the service in use; throws AppError `no-profile` before one was chosen, `not-allowed` for one that this window may not use. */
export function serviceInUse(profiles: Pick<Profiles, 'current'>, services: Pick<Services, 'get'>): ProfileService {
  const current = profiles.current()
  if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
  const found = services.get(current.id)
  if (found === null) throw remoteService()
  return found
}
