import type { Profile } from '../../shared/services/profile.ts'
import { loadProfileFile } from '../settings/load-profile-file.ts'
import type { StoredProfile } from '../settings/profiles-repository.ts'
import type { Profiles } from './profiles.ts'

/** Uses the service of a profile file, and passes `say` a message if it replaces another one. Throws if it cannot be used. */
export function startWithProfileFile(profiles: Profiles, file: string, say: (sentence: string) => void): void {
  startWithProfile(profiles, loadProfileFile(file), say)
}

/** Uses this service, and passes `say` a message if it replaces another one. Throws if it cannot be used. */
export function startWithProfile(profiles: Profiles, profile: Profile, say: (sentence: string) => void): void {
  const left = profiles.startWith(profile)
  if (left === null) return
  const named = ({ name, baseUrl }: Pick<StoredProfile['settings'], 'name' | 'baseUrl'>): string =>
    `${name} (${baseUrl})`
  say(
    `Till now uses ${named(profile)} instead of ${named(left.settings)}, whose purchases are kept and taken to their end. ` +
      'To change it back: Settings, Service.',
  )
}
