import type { ProfileView } from '../../shared/services/views.ts'
import type { StoredProfile } from './profiles-repository.ts'

/** Returns the renderer's view of a profile: never its token; only services of test money have a faucet. */
export function toProfileView({ id, settings, hasToken, tokenRefused }: StoredProfile): ProfileView {
  const { name, baseUrl, integrator, quoteDialect, requestsPerHour, quoteMaxAgeSeconds, faucetUrl } = settings
  const faucet = faucetUrl !== undefined
  return {
    id,
    name,
    baseUrl,
    integrator,
    hasToken,
    tokenRefused,
    quoteDialect,
    requestsPerHour,
    quoteMaxAgeSeconds,
    faucet,
    playMoney: faucet,
  }
}
