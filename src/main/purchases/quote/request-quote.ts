import type { Quote } from '../../service/operations/create-quote.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { Priced } from './offer.ts'

/** Requests one quote for a product and a coin; without `sender`, the paying address, for its price alone. */
export function requestQuote(
  { client }: Pick<ProfileService, 'client'>,
  { product, network, token }: Priced,
  sender: string | null,
  signal?: AbortSignal,
): Promise<Quote> {
  return client.createQuote(
    {
      fiatCurrency: product.fiatCurrency,
      token: { symbol: token.symbol, address: token.address },
      sku: product.sku,
      chainId: network.chainId,
      ...(sender === null ? {} : { sender }),
    },
    signal,
  )
}
