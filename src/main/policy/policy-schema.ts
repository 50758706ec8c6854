import { z } from 'zod'
import { address } from '../../shared/scalars.ts'
import { locales } from '../../shared/app/locales.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { counterLimits } from '../../shared/kiosk/limits.ts'
import { counterPage } from '../../shared/kiosk/counter-views.ts'
import { limitsView } from '../../shared/limits/views.ts'
import type { PolicyPart } from '../../shared/policy/views.ts'
import { profileSchema } from '../../shared/services/profile.ts'
import { markupRuleView, pricesView, saleLimitsView } from '../../shared/sales/views.ts'
import { shopHeadView } from '../../shared/receipts/receipt-views.ts'
import { registerLimits } from '../../shared/registers/limits.ts'
import { settingsView } from '../../shared/app/views.ts'
import { readAddress } from '../chain/read/read-address.ts'
import { isPicture } from '../receipts/clean-head.ts'

const { listParameters, countryParameters } = profileSchema.shape
const { perPurchase, perDay, perRecipient } = limitsView.shape
const { theme, idleMinutes, pinAtSale } = settingsView.shape
const rule = markupRuleView.shape
const limit = saleLimitsView.shape
const head = shopHeadView.shape
const names = z.array(z.string().min(1).max(300)).max(200)

/** With a valid checksum, or in one case only. */
const tillAddress = address.refine((address) => 'address' in readAddress(address))
const isCleanName = (name: string): boolean => name !== '' && cleanName(name) === name

/** All parts of a policy file; an unknown key at any depth is an error. */
const parts = {
  /** A profile, as `--profile` reads it. */
  service: profileSchema
    .extend({
      listParameters: listParameters.unwrap().strict().prefault({}),
      countryParameters: countryParameters.unwrap().strict().prefault({}),
    })
    .strict(),
  /** The most that may be spent, in US dollars, whatever the vault's own limits allow. */
  limits: z.strictObject({
    perPurchase: perPurchase.unwrap().optional(),
    perDay: perDay.unwrap().optional(),
    perRecipient: perRecipient.unwrap().optional(),
  }),
  /** Brand slugs and SKUs in display order; `counter` holds the pages of a shop's counter. */
  favourites: z.strictObject({
    brands: names.default([]),
    products: names.default([]),
    counter: z.array(counterPage.strict()).max(counterLimits.pages).optional(),
  }),
  /** The rules for cash prices; an omitted condition or limit is none. */
  prices: z.strictObject({
    currency: pricesView.shape.currency,
    rate: pricesView.shape.rate.refine((rate) => Number(rate) > 0),
    rules: z
      .array(
        z.strictObject({
          productType: rule.productType.default(null),
          brandSlug: rule.brandSlug.default(null),
          country: rule.country.default(null),
          percent: rule.percent.default('0'),
          fixed: rule.fixed.default('0'),
          upTo: rule.upTo.default(null),
        }),
      )
      .max(200)
      .default([]),
    limits: z
      .strictObject({
        perSale: limit.perSale.default(null),
        perClerk: limit.perClerk.default(null),
        perShift: limit.perShift.default(null),
        perDay: limit.perDay.default(null),
        cashOut: limit.cashOut,
        leastMarkup: limit.leastMarkup,
      })
      .prefault({}),
    showsExpected: pricesView.shape.showsExpected,
  }),
  /** The head of every receipt of the shop; printer and paper are each register's own. */
  receipt: z.strictObject({
    name: head.name,
    address: head.address.default([]),
    taxNumber: head.taxNumber.default(''),
    header: head.header.default(''),
    footer: head.footer.default(''),
    logo: head.logo.refine((logo) => logo === null || isPicture(logo)).default(null),
    language: head.language,
  }),
  /** The registers that a manager follows, in order. */
  registers: z
    .array(z.strictObject({ name: z.string().max(registerLimits.name).refine(isCleanName), address: tillAddress }))
    .max(registerLimits.registers)
    .refine((registers) => new Set(registers.map(({ address }) => address.toLowerCase())).size === registers.length),
  locale: z.enum(locales),
  theme,
  homeCountry: z.string().regex(/^[A-Z]{2}$/),
  idleMinutes,
  pinAtSale,
} satisfies Record<PolicyPart, z.ZodType>

export const policySchema = z.strictObject(parts).partial()

export type PolicyValues = z.output<typeof policySchema>
