import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '../../shared/services/profile.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import {
  insertProfile,
  markCurrent,
  readCurrentProfile,
  readProfile,
  readProfiles,
  readToken,
  updateProfile,
  writeToken,
  type ProfileSettings,
  type StoredProfile,
} from './profiles-repository.ts'
import { copyRememberedAddresses } from './remembered-addresses-repository.ts'

export interface SaveProfileOptions {
  readonly db: WritableDb
  readonly sealer: Sealer
  /** Returns whether purchases that are not settled froze this profile. */
  readonly hasOpenPurchases: (profileId: string) => boolean
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Stores a profile and makes it the one in use. An omitted token stays, but never follows to another origin; an empty one is removed.
 * Settings frozen by open purchases are left to them, and a new profile replaces the old one. Only a token is replaced in place, because an
 * open purchase needs the one that works.
 */
export function saveProfile(
  options: SaveProfileOptions,
  input: Omit<Profile, 'token'> & { token?: string | undefined },
): StoredProfile {
  const { db, sealer } = options
  const { token, ...settings } = input
  return db.transaction(() => {
    const before = findSameService(db, settings)
    const id = keepSettings(options, before, settings)
    const source = before ?? sameOrigin(readCurrentProfile(db), settings)
    if (token !== undefined) writeToken(db, sealer, id, token.trim() || null, false)
    else if (source !== null && source.id !== id)
      writeToken(db, sealer, id, readToken(db, sealer, source.id), source.tokenRefused)
    markCurrent(db, id)
    const saved = readProfile(db, id)
    if (saved === null) throw new Error('A saved profile is missing')
    return saved
  })()
}

/** Stores the settings and returns their id: the known profile's own, or a new one. */
function keepSettings(options: SaveProfileOptions, before: StoredProfile | null, settings: ProfileSettings): string {
  const { db } = options
  if (before !== null) {
    if (isDeepStrictEqual(before.settings, settings)) return before.id
    if (!options.hasOpenPurchases(before.id)) {
      updateProfile(db, before.id, settings)
      return before.id
    }
  }
  const id = options.newId()
  insertProfile(db, id, options.now(), settings)
  if (before !== null) copyRememberedAddresses(db, before.id, id)
  return id
}

/** Returns the newest profile of the same service, by address and integrator; null if it was never in use. */
export function findSameService(db: ReadableDb, settings: ProfileSettings): StoredProfile | null {
  return readProfiles(db).find((known) => isSameService(known.settings, settings)) ?? null
}

/** Returns whether two profiles belong to one service, by address and integrator. */
export function isSameService(a: ProfileSettings, b: ProfileSettings): boolean {
  return serviceKey(a) === serviceKey(b)
}

function sameOrigin(profile: StoredProfile | null, settings: ProfileSettings): StoredProfile | null {
  return profile !== null && new URL(profile.settings.baseUrl).origin === new URL(settings.baseUrl).origin
    ? profile
    : null
}

/** Returns the key of a service, from its address and integrator: the same for a profile and its successors. */
export function serviceKey({ baseUrl, integrator }: Pick<ProfileSettings, 'baseUrl' | 'integrator'>): string {
  return `${new URL(baseUrl).href} ${integrator}`
}
