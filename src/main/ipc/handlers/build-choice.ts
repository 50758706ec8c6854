import { isAddress } from 'viem'
import type { RequestArgument } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import { readingCurrency } from '../../../shared/worth.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import { findVariant } from '../../catalog/find-variant.ts'
import { checkDelivery } from '../../catalog/delivery/check-delivery.ts'
import { imagePath } from '../../catalog/images/image-id.ts'
import { toNetworkViews } from '../../catalog/metadata/network-view.ts'
import { addressesIn, freezeNetwork } from '../../catalog/metadata/freeze-network.ts'
import { readCountry, readNetworks } from '../../catalog/metadata/metadata-repository.ts'
import type { RegexMatcher } from '../../catalog/delivery/regex-matcher.ts'
import { readRate } from '../../catalog/search/rates-repository.ts'
import { toProductFacts } from '../../catalog/variant-view.ts'
import { findEscrowContracts } from '../../chain/guard/escrow-contracts.ts'
import type { ReadableDb } from '../../db/connections.ts'
import type { HomeMoney } from '../../purchases/quote/home-money.ts'
import type { Choice, Priced } from '../../purchases/quote/offer.ts'

/**
 * Builds a person's choice from the cached catalog and checks it once more; throws AppError `not-found`, `network-unknown`, `token-unknown`
 * or `fields-invalid` if a part of it is unavailable.
 */
export async function buildChoice(
  catalog: Pick<CatalogStore, 'use'>,
  cache: ReadableDb,
  profile: Profile,
  matcher: RegexMatcher,
  input: Omit<RequestArgument<'checkout.quote'>, 'purchaseId' | 'repeatOf' | 'replaces' | 'country'>,
  money: HomeMoney | null,
): Promise<Choice> {
  const priced = buildPriced(catalog, cache, profile, input)
  const { reference, fields, problems } = await checkDelivery(findVariant(catalog, input.sku), input, matcher)
  if (reference === null || problems.length > 0)
    throw new AppError('fields-invalid', 'Something typed is not right yet')
  return { ...priced, money, delivery: { reference, fields: [...fields] } }
}

/** Builds a choice as far as its price depends on it; throws AppError `not-found`, `network-unknown` or `token-unknown`. */
export function buildPriced(
  catalog: Pick<CatalogStore, 'use'>,
  cache: ReadableDb,
  profile: Profile,
  input: Pick<RequestArgument<'checkout.quote'>, 'sku' | 'networkKey' | 'tokenKey'>,
): Priced {
  const variant = findVariant(catalog, input.sku)
  const networks = readNetworks(cache)
  const payable = ({ key, unpayable }: NetworkView): boolean => key === input.networkKey && unpayable === null
  const network = networks[toNetworkViews(networks, profile).findIndex(payable)]
  if (network === undefined) {
    throw new AppError('network-unknown', 'The network cannot be paid with')
  }
  const token = network.tokens.find((one) => one.key === input.tokenKey && one.isActive)
  if (!token || !isAddress(token.address)) throw new AppError('token-unknown', 'The token cannot be paid with')
  return {
    product: {
      sku: variant.sku,
      brandSlug: variant.brandSlug,
      brandName: variant.brand,
      productType: variant.productType,
      country: variant.country,
      countryCount: variant.supportedCountries.length,
      image: imagePath(variant.imageUrl),
      facts: toProductFacts(variant),
      fiatCurrency: variant.price.fiatCurrency,
      fiatValue: variant.price.fiatValue,
      evmServiceId: variant.evmServiceId,
      listed: { symbol: variant.price.stableCoinCurrency, amount: variant.price.stableCoinValue },
    },
    network: {
      ...freezeNetwork(network, profile),
      nativeAddress: network.nativeToken.address,
      protocolContracts: addressesIn(network.protocolContracts),
      escrow: findEscrowContracts(network.protocolContracts),
    },
    token: {
      key: token.key,
      symbol: token.symbol,
      address: token.address,
      decimals: token.decimals,
      minAllowance: token.minAllowance,
      maxAllowance: token.maxAllowance,
    },
  }
}

/**
 * Returns the money in which a person of these countries (ISO alpha-2), the most important first, reads prices. The page converts by the same
 * rule and the same rates; only main's amount is shown beside a quote and kept, so that the page cannot have another one stored.
 */
export function readHomeMoney(
  catalog: Pick<CatalogStore, 'use'>,
  cache: ReadableDb,
  countries: readonly (string | null)[],
): HomeMoney | null {
  const rateOf = (currency: string): number | null => catalog.use((db) => readRate(db, currency))
  const currencyOf = (iso2: string): string | null => {
    const currency = readCountry(cache, iso2)?.fiatCurrency
    return currency?.length === 3 ? currency : null
  }
  const currency = readingCurrency(countries, currencyOf, (code) => rateOf(code) !== null)
  const perCoin = currency === null ? null : rateOf(currency)
  return currency === null || perCoin === null ? null : { currency, perCoin }
}
