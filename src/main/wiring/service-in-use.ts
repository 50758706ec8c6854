import { AppError } from '../../shared/errors.ts'
import type { ProfileService } from '../service/profile-service.ts'
import { remoteService, type Profiles } from './profiles.ts'
import type { Services } from './services.ts'

/** Returns the service in use; AppError `no-profile` before one was chosen, `not-allowed` for one that this window may not use. */
export function serviceInUse(profiles: Pick<Profiles, 'current'>, services: Pick<Services, 'get'>): ProfileService {
  const current = profiles.current()
  if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
  const found = services.get(current.id)
  if (found === null) throw remoteService()
  return found
}
