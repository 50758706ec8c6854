import { AppError } from '../../shared/errors.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { WaitingServiceView } from '../../shared/services/views.ts'
import type { StoredProfile } from '../settings/profiles-repository.ts'
import type { Profiles } from './profiles.ts'

/** The service that a start named and that waits for the wallet's password. It is kept in memory only: the next start names it again. */
export interface WaitingProfile {
  /** Makes a profile wait. Throws if this window may not use its service. */
  put(profile: Profile): void
  /** Null if none waits. */
  view(): WaitingServiceView | null
  /** Uses it from now on; the caller has checked the password. Throws AppError `not-found` if none waits. */
  use(): Promise<StoredProfile>
  /** Forgets it until the next start. */
  drop(): void
}

/** Creates an empty one. */
export function createWaitingProfile(profiles: Pick<Profiles, 'assertUsable' | 'checkNodes' | 'save'>): WaitingProfile {
  let waiting: Profile | null = null
  return {
    put(profile) {
      profiles.assertUsable(profile)
      waiting = profile
    },
    view() {
      if (waiting === null) return null
      const { name, baseUrl, integrator } = waiting
      return { name, baseUrl, integrator }
    },
    async use() {
      const profile = waiting
      if (profile === null) throw new AppError('not-found', 'No service waits')
      await profiles.checkNodes(profile)
      const saved = profiles.save(profile)
      waiting = null
      return saved
    },
    drop: () => void (waiting = null),
  }
}
