import { z } from 'zod'
import { limitsView } from '../../shared/limit-views.ts'
import type { PolicyPart } from '../../shared/policy-views.ts'
import { profileSchema } from '../../shared/profile.ts'
import { settingsView } from '../../shared/views.ts'

const { listParameters, countryParameters } = profileSchema.shape
const { perPurchase, perDay, perRecipient } = limitsView.shape
const { theme, idleMinutes } = settingsView.shape
const names = z.array(z.string().min(1).max(300)).max(200)

/** Every part of a policy file: a key that is not here, at any depth, is a mistake. */
const parts = {
  /** A profile as `--profile` takes it. */
  service: profileSchema
    .extend({
      listParameters: listParameters.unwrap().strict().prefault({}),
      countryParameters: countryParameters.unwrap().strict().prefault({}),
    })
    .strict(),
  /** Most that may be spent, in US dollars, whatever the vault's own limits allow. */
  limits: z.strictObject({
    perPurchase: perPurchase.unwrap().optional(),
    perDay: perDay.unwrap().optional(),
    perRecipient: perRecipient.unwrap().optional(),
  }),
  /** Slugs of brands and SKUs of products, in the order in which they are shown. */
  favourites: z.strictObject({ brands: names.default([]), products: names.default([]) }),
  locale: z.enum(['en', 'es']),
  theme,
  homeCountry: z.string().regex(/^[A-Z]{2}$/),
  idleMinutes,
} satisfies Record<PolicyPart, z.ZodType>

export const policySchema = z.strictObject(parts).partial()

export type PolicyValues = z.output<typeof policySchema>
