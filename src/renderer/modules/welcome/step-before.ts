import type { RouteLocationRaw } from 'vue-router'
import type { AppView } from '../../../shared/app/views.ts'

/** Returns whether the first run asks for the country: not where a policy sets it. */
export function asksForCountry(app: AppView | null): boolean {
  return app?.policy.sets.includes('homeCountry') !== true
}

/** Returns where Back leads from a step; undefined for the first one. */
export function stepBefore(
  step: 'service' | 'new',
  app: AppView | null,
  asksService: boolean,
): RouteLocationRaw | undefined {
  if (step === 'new' && asksService) return { name: 'welcome', params: { step: 'service' } }
  return asksForCountry(app) ? { name: 'welcome', params: { step: '' } } : undefined
}

/** Returns where Back leads from restoring: to the password of the wallet that is there, else into the first run. */
export function stepBeforeRestoring(app: AppView | null): RouteLocationRaw {
  if (app?.wallet) return { name: 'unlock' }
  return { name: 'welcome', params: { step: app?.profile ? 'new' : 'service' } }
}
