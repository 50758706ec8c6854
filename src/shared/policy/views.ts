import { z } from 'zod'

/** The parts of a register that a policy file may set. */
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
  'pinAtSale',
] as const

/** The reasons why a policy file is not used. */
export const policyReasons = ['unreadable', 'not-json', 'unknown-key', 'missing', 'wrong-value', 'service'] as const

/** The settings of the policy file, and why it is not used, if so. */
export const policyView = z.object({
  sets: z.array(z.enum(policyParts)),
  problem: z
    .object({
      reason: z.enum(policyReasons),
      /** The path in the file, such as `limits.perDay`; '' for the file as a whole. */
      path: z.string(),
      /** The time of the first start at which the file was not usable. */
      since: z.iso.datetime(),
      /** Whether the last usable policy stays in force; if not, nothing is paid. */
      usesLast: z.boolean(),
    })
    .nullable(),
})

/** An entry of the policy that is not on sale now, and its path in the file. */
export const unavailableView = z.object({ name: z.string(), path: z.string() })

export type PolicyPart = (typeof policyParts)[number]
export type PolicyView = z.output<typeof policyView>
export type UnavailableView = z.output<typeof unavailableView>
