import type { ProfileSettings } from './profiles-repository.ts'

/** Names a service by address and integrator: the same for a profile and for those that follow it. */
export function serviceKey({ baseUrl, integrator }: Pick<ProfileSettings, 'baseUrl' | 'integrator'>): string {
  return `${new URL(baseUrl).href} ${integrator}`
}
