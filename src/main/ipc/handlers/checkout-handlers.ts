import type { AppView } from '../../../shared/app/views.ts'
import type { checkoutRequests } from '../../../shared/checkout/contract.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import { checkDelivery } from '../../catalog/delivery/check-delivery.ts'
import { fieldKind } from '../../catalog/delivery/field-kind.ts'
import type { RegexMatcher } from '../../catalog/delivery/regex-matcher.ts'
import { findVariant } from '../../catalog/find-variant.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import type { Vault } from '../../vault/vault.ts'
import { buildChoice, readHomeMoney } from './build-choice.ts'
import type { People } from '../../people/open-people.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import { serviceInUse, type Services } from '../../profiles/services.ts'
import { acceptsFee } from '../../vault/accepts-fee.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface CheckoutParts {
  readonly cache: WritableDb
  readonly catalog: CatalogStore
  readonly matcher: RegexMatcher
  readonly people: Pick<People, 'list'>
  readonly profiles: Pick<Profiles, 'current'>
  readonly purchases: Purchases
  readonly services: Pick<Services, 'get'>
  readonly vault: Pick<Vault, 'verify'>
  appView(): Pick<AppView, 'settings'>
}

/** Answers requests about the checkout. */
export function checkoutHandlers(parts: CheckoutParts): HandlersOf<typeof checkoutRequests> {
  const { cache, catalog, matcher, people, profiles, purchases, services, vault } = parts
  return {
    async 'checkout.check'({ sku, ...delivery }) {
      const variant = findVariant(catalog, sku)
      const { reference, problems, doubts } = await checkDelivery(variant, delivery, matcher)
      const isPhone = variant.referenceType !== null && fieldKind(variant.referenceType) === 'phone'
      const doubt =
        isPhone && reference !== null ? await purchases.doubtNumber(variant, reference, people.list()) : null
      // Earlier deliveries and saved people say more about a number than the numbering plan.
      const others = doubt === null ? doubts : doubts.filter(({ field }) => field !== null)
      return { reference, problems, doubts: doubt === null ? others : [{ field: null, ...doubt }, ...others] }
    },
    async 'checkout.doubtNumber'({ number }) {
      const doubt = await purchases.doubtNumber(null, number, people.list())
      return { doubts: doubt === null ? [] : [{ field: null, ...doubt }] }
    },
    'checkout.underWay': ({ sku, reference, fields, replaces }) =>
      purchases.underWay(
        sku,
        { reference, fields: Object.entries(fields).map(([key, value]) => ({ key, value })) },
        replaces,
      ),
    'checkout.terms': async () => ({ accepted: await purchases.hasTerms(serviceInUse(profiles, services)) }),
    'checkout.acceptTerms': () => purchases.acceptTerms(serviceInUse(profiles, services)),
    'checkout.lastPaymentMethod': () => purchases.list({ status: null, offset: 0, limit: 1 }).purchases[0] ?? null,
    async 'checkout.quote'(input) {
      const from = serviceInUse(profiles, services)
      const countries = [parts.appView().settings.homeCountry, input.country]
      const money = readHomeMoney(catalog, cache, countries)
      const choice = await buildChoice(catalog, cache, from.profile, matcher, input, money)
      return purchases.quote(from, choice, input.purchaseId, input.repeatOf, input.replaces)
    },
    async 'checkout.confirm'({ feePassword, ...input }) {
      return purchases.confirm({ ...input, showsMoney: true, acceptFee: await acceptsFee(vault, feePassword) })
    },
  }
}
