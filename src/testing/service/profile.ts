import { profileSchema } from '../../shared/services/profile.ts'

/** The profile of a service that no test asks. */
export const profile = profileSchema.parse({ name: 'Test', baseUrl: 'https://service.example/', integrator: 'shop' })
