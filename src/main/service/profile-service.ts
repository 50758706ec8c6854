import type { Profile } from '../../shared/services/profile.ts'
import type { RequestBudget } from './budget/request-budget.ts'
import type { ServiceClient } from './service-client.ts'

/** The service of one profile, with the client and the request budget that all its users share. */
export interface ProfileService {
  readonly profileId: string
  readonly profile: Profile
  readonly client: ServiceClient
  readonly budget: RequestBudget
}
