import { z } from 'zod'

/** What a policy file may set for a till. */
export const policyParts = [
  'service',
  'limits',
  'favourites',
  'prices',
  'receipt',
  'registers',
  'locale',
  'theme',
  'homeCountry',
  'idleMinutes',
] as const

/** Why a policy file is not used. */
export const policyReasons = ['unreadable', 'not-json', 'unknown-key', 'missing', 'wrong-value', 'service'] as const

/** What the policy file sets, and what keeps it from being used. */
export const policyView = z.object({
  sets: z.array(z.enum(policyParts)),
  /** With the place in the file, as in `limits.perDay`; '' where it is the file as a whole. */
  problem: z.object({ reason: z.enum(policyReasons), place: z.string() }).nullable(),
})

/** What the policy names and is not on sale now, and where in the file. */
export const unsoldView = z.object({ name: z.string(), place: z.string() })

export type PolicyPart = (typeof policyParts)[number]
export type PolicyView = z.output<typeof policyView>
export type UnsoldView = z.output<typeof unsoldView>
