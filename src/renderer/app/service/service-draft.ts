import type { RequestInput } from '../../../shared/contract.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'

export interface ServiceDraft {
  name: string
  baseUrl: string
  integrator: string
  token: string
  quoteDialect: 'v1' | 'alternate'
  intentChain: 'network-key' | 'chain-id'
  requestsPerHour: string
  returnsCodes: boolean
}

export const newServiceDraft: ServiceDraft = {
  name: '',
  baseUrl: 'https://',
  integrator: '',
  token: '',
  quoteDialect: 'v1',
  intentChain: 'network-key',
  requestsPerHour: '100',
  returnsCodes: false,
}

type Profile = Exclude<RequestInput<'profile.save'>, 'sandbox'>

/** Returns the fields that prevent a draft from being tested or saved. */
export function draftProblems(draft: ServiceDraft): ReadonlySet<keyof ServiceDraft> {
  const problems = new Set<keyof ServiceDraft>()
  if (draft.integrator.trim() === '') problems.add('integrator')
  const address = draft.baseUrl.trim()
  if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(address) || !isSafeAddress(address)) problems.add('baseUrl')
  const requests = Number(draft.requestsPerHour)
  if (!Number.isInteger(requests) || requests < 1 || requests > 100_000) problems.add('requestsPerHour')
  return problems
}

/**
 * Returns a draft's profile, including the other settings of the edited profile of the same service. Another service takes over nothing,
 * especially not the sandbox's settings. An unchanged token (`undefined`) stays; an empty one is removed.
 */
export function profileOf(draft: ServiceDraft, base: Partial<Profile>, token: string | undefined): Profile {
  const baseUrl = draft.baseUrl.trim()
  return {
    ...(isSameOrigin(base.baseUrl, baseUrl) ? base : {}),
    name: draft.name.trim() || new URL(baseUrl).host.slice(0, 60),
    baseUrl,
    integrator: draft.integrator.trim(),
    quoteDialect: draft.quoteDialect,
    intentChain: draft.intentChain,
    requestsPerHour: Number(draft.requestsPerHour),
    returnsCodes: draft.returnsCodes,
    ...(token === undefined ? {} : { token }),
  }
}

/** Returns whether both addresses belong to one service. */
export function isSameOrigin(before: string | undefined, now: string): boolean {
  return (
    before !== undefined && URL.canParse(before) && URL.canParse(now) && new URL(before).origin === new URL(now).origin
  )
}
