import type { ProfileSettings } from './profiles-repository.ts'

/** Returns the key of a service, from its address and integrator: the same for a profile and its successors. */
export function serviceKey({ baseUrl, integrator }: Pick<ProfileSettings, 'baseUrl' | 'integrator'>): string {
  return `${new URL(baseUrl).href} ${integrator}`
}
