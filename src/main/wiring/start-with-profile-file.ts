import type { Profile } from '../../shared/services/profile.ts'
import { loadProfileFile } from '../settings/load-profile-file.ts'
import type { StoredProfile } from '../settings/profiles-repository.ts'
import type { Profiles } from './profiles.ts'

/** Uses the service of a profile file, and says in one sentence where that leaves another one. Throws where it can't be used. */
export function startWithProfileFile(profiles: Profiles, file: string, say: (sentence: string) => void): void {
  startWithProfile(profiles, loadProfileFile(file), say)
}

/** Uses this service, and says in one sentence where that leaves another one. Throws where it can't be used. */
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
