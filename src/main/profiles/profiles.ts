import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AddedNodeView } from '../../shared/networks/node-views.ts'
import type { CheckView } from '../../shared/services/check-views.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { profileSchema, type Profile } from '../../shared/services/profile.ts'
import { hasOpenRevocations } from '../allowances/revocation-repository.ts'
import { hasOpenClaims } from '../claims/claim-repository.ts'
import { hasOpenTransfers } from '../transfers/transfer-repository.ts'
import { checkService } from '../check/check-service.ts'
import { unusableReason } from '../catalog/metadata/network-view.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { awaitsExternal } from '../purchases/external/external-repository.ts'
import { hasOpenPurchases } from '../purchases/purchase-repository.ts'
import { createAccessBreaker } from '../service/exchange/access-breaker.ts'
import { createRequestBudget, type RequestBudget } from '../service/budget/request-budget.ts'
import { createServiceClient } from '../service/service-client.ts'
import { readCurrentProfile, readToken, type StoredProfile } from '../settings/profiles-repository.ts'
import { findSameService, isSameService, saveProfile } from '../settings/save-profile.ts'
import { addedNodes, assertOwnChain, checkAddedNodes, type AddedNodesOptions } from '../check/check-added-nodes.ts'

export interface ProfilesOptions extends AddedNodesOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly now: () => number
  /** The profile of the play-money service started with Till. */
  readonly offered: Profile | null
  /** Returns whether this window may use a service at this address. */
  readonly mayUse: (baseUrl: string) => boolean
}

/** Returns the error for a service that this window may not use. */
export function remoteService(): AppError {
  const details = { reason: 'remote-service' } as const
  const sentence = 'This window may only use services of this machine; --allow-remote-service lets it use others.'
  return new AppError('not-allowed', sentence, { details })
}

/** Tests and stores the profiles of services. */
export interface Profiles {
  current(): StoredProfile | null
  /** Returns whether this window may not use the service in use, saved at an earlier start. */
  isRefused(): boolean
  /** Returns the whole profile in use, without its token; throws AppError `no-profile` before there is one. */
  editable(): RequestOutput<'profile.get'>
  /**
   * Returns whether the profile would send requests to new addresses: another service than the one in use, or a node that its profile does
   * not name.
   */
  asksOthers(input: Profile): boolean
  /**
   * Requests the networks of the typed service, and checks the nodes that it adds; stores nothing. Throws AppError if the service does not work.
   */
  test(input: Profile | 'sandbox'): Promise<RequestOutput<'profile.test'>>
  /** Determines whether a service fits and with which settings; `country` (ISO alpha-2) is the one whose products are requested first. */
  check(input: Profile, country: string | null): Promise<CheckView>
  /** Returns whether anything but the token differs from the profile in use. */
  differs(input: Profile): boolean
  /** Throws AppError `not-allowed` if this window may not use its service. */
  assertUsable(input: Profile): void
  /** Checks the nodes that it adds; throws AppError `network-mismatch` if one is of another chain. */
  checkNodes(input: RequestArgument<'profile.save'>): Promise<void>
  save(input: RequestArgument<'profile.save'>): StoredProfile
  /** Uses the service given at the start, as `save` does. Returns the previous profile if that was another service, else null. */
  startWith(profile: Profile): StoredProfile | null
}

/** Opens the ledger's profiles. */
export function openProfiles(options: ProfilesOptions): Profiles {
  const { ledger } = options

  return {
    current: () => readCurrentProfile(ledger),
    isRefused() {
      const current = readCurrentProfile(ledger)
      return current !== null && !options.mayUse(current.settings.baseUrl)
    },
    editable() {
      const current = readCurrentProfile(ledger)
      if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
      return current.settings
    },
    asksOthers: (input) => isElsewhere(options, input.baseUrl) || addedNodes(input, inUse(options)).size > 0,
    differs({ token: _token, ...settings }) {
      return !isDeepStrictEqual(readCurrentProfile(ledger)?.settings, settings)
    },
    assertUsable: ({ baseUrl }) => refuseRemote(options, baseUrl),
    test: (input) => test(options, input),
    check: (input, country) => check(options, input, country),
    async checkNodes(input) {
      if (input !== 'sandbox') assertOwnChain(await askNodes(options, input))
    },
    save: (input) => save(options, input),
    startWith(profile) {
      const before = readCurrentProfile(ledger)
      const known = findSameService(ledger, profile)
      // If it were written again, a token that the service refused would be tried at every start, until a lock-out.
      const { token, ...settings } = profile
      const after = save(
        options,
        known !== null && isStoredToken(options, known.id, token) ? settings : { ...settings, token },
      )
      return before === null || isSameService(before.settings, after.settings) ? null : before
    },
  }
}

function offeredProfile({ offered }: ProfilesOptions): Profile {
  if (offered === null) throw new AppError('not-found', 'No sandbox runs beside Till')
  return offered
}

function refuseRemote({ mayUse }: ProfilesOptions, baseUrl: string): void {
  if (!mayUse(baseUrl)) throw remoteService()
}

/** Returns whether an address has another origin than the service in use. */
function isElsewhere({ ledger }: ProfilesOptions, baseUrl: string): boolean {
  const current = readCurrentProfile(ledger)
  return current === null || new URL(current.settings.baseUrl).origin !== new URL(baseUrl).origin
}

/** Returns the token; if it is left out, the stored one of the same origin. */
function tokenFor(options: ProfilesOptions, profile: Profile): string | null {
  const { ledger, sealer } = options
  if (profile.token !== undefined) return profile.token
  const current = readCurrentProfile(ledger)
  return current !== null && !isElsewhere(options, profile.baseUrl) && !current.tokenRefused
    ? readToken(ledger, sealer, current.id)
    : null
}

/** Returns whether it is the stored token, or cannot be compared with it before an unlock. */
function isStoredToken({ ledger, sealer }: ProfilesOptions, profileId: string, token: string | undefined): boolean {
  try {
    return readToken(ledger, sealer, profileId) === token
  } catch {
    return true
  }
}

const withoutToken = profileSchema.omit({ token: true })

function save(options: ProfilesOptions, input: RequestArgument<'profile.save'>): StoredProfile {
  const { ledger, sealer, now } = options
  const profile = input === 'sandbox' ? offeredProfile(options) : input
  refuseRemote(options, profile.baseUrl)
  const parsed = withoutToken.parse(profile)
  const isOpen = (id: string): boolean =>
    [hasOpenPurchases, hasOpenRevocations, hasOpenTransfers, hasOpenClaims].some((isOpenOf) => isOpenOf(ledger, id)) ||
    awaitsExternal(ledger, { profileId: id })
  return saveProfile(
    { db: ledger, sealer, hasOpenPurchases: isOpen, newId: randomUUID, now },
    { ...parsed, token: profile.token },
  )
}

function inUse({ ledger }: ProfilesOptions): StoredProfile['settings'] | null {
  return readCurrentProfile(ledger)?.settings ?? null
}

function askNodes(options: ProfilesOptions, profile: Pick<Profile, 'baseUrl' | 'rpcUrls'>): Promise<AddedNodeView[]> {
  return checkAddedNodes(options, profile, inUse(options))
}

function budgetOf({ ledger, now }: ProfilesOptions, { baseUrl, requestsPerHour }: Profile): RequestBudget {
  const scope = new URL(baseUrl).origin
  return createRequestBudget({ db: ledger, scope, requestsPerHour, now, onChange: () => undefined })
}

async function check(options: ProfilesOptions, profile: Profile, country: string | null): Promise<CheckView> {
  refuseRemote(options, profile.baseUrl)
  const token = tokenFor(options, profile) ?? undefined
  return checkService({ profile: { ...profile, token }, country, hour: budgetOf(options, profile), now: options.now })
}

async function test(options: ProfilesOptions, input: Profile | 'sandbox'): Promise<RequestOutput<'profile.test'>> {
  const { now } = options
  const profile = input === 'sandbox' ? offeredProfile(options) : input
  refuseRemote(options, profile.baseUrl)
  const token = tokenFor(options, profile)
  let refused = false
  const budget = budgetOf(options, profile)
  const client = createServiceClient({
    profile,
    budget,
    breaker: createAccessBreaker({
      now,
      token: () => (refused ? null : token),
      onTokenRefused: () => (refused = true),
    }),
    now,
    onConnectionChange: () => undefined,
  })
  const [networks, nodes] = await Promise.all([
    client.listNetworks(),
    input === 'sandbox' ? [] : askNodes(options, profile),
  ])
  if (refused) throw new AppError('service-unauthorized', 'The service does not know this token')
  const usable = networks.filter((network) => unusableReason(network, profile) === null)
  return { networks: usable.length, requestsLeft: budget.view().left, nodes }
}
