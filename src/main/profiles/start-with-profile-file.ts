import type { Profile } from '../../shared/services/profile.ts'
import { loadProfileFile } from '../settings/load-profile-file.ts'
import type { StoredProfile } from '../settings/profiles-repository.ts'
import type { Profiles } from './profiles.ts'
import type { WaitingProfile } from './waiting-profile.ts'

/** Passes on what a start does with its profile. */
export interface StartNews {
  /** It replaces another service. */
  replaced(sentence: string): void
  /** It waits for the wallet's password. */
  waits(sentence: string): void
}

/**
 * Uses the service of a profile file. If the wallet has a password, anything but a new token for the service in use waits for that
 * password, as in the settings: a service can keep what is paid to it. Throws if the service cannot be used.
 */
export function startWithProfileFile(
  profiles: Profiles,
  waiting: WaitingProfile,
  file: string,
  hasPassword: boolean,
  news: StartNews,
): void {
  const profile = loadProfileFile(file)
  if (!hasPassword || !profiles.differs(profile)) return startWithProfile(profiles, profile, news.replaced)
  waiting.put(profile)
  const current = profiles.current()
  const now = current === null ? 'Till uses no service yet.' : `Till still uses ${named(current.settings)}.`
  news.waits(`${now} To use ${named(profile)}, type the wallet’s password in the window.`)
}

/** Uses this service, and passes `say` a message if it replaces another one. Throws if it cannot be used. */
export function startWithProfile(profiles: Profiles, profile: Profile, say: (sentence: string) => void): void {
  const left = profiles.startWith(profile)
  if (left === null) return
  say(
    `Till now uses ${named(profile)} instead of ${named(left.settings)}, whose purchases are kept and taken to their end. ` +
      'To change it back: Settings, Service.',
  )
}

function named({ name, baseUrl }: Pick<StoredProfile['settings'], 'name' | 'baseUrl'>): string {
  return `${name} (${baseUrl})`
}
