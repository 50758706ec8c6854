import type { CheckRowView, CheckView } from '../../shared/services/check-views.ts'
import { profileSchema } from '../../shared/services/profile.ts'

const row = (
  part: CheckRowView['part'],
  verdict: CheckRowView['verdict'],
  said: CheckRowView['said'],
  values: CheckRowView['values'] = {},
): CheckRowView => ({ part, verdict, said, values })

const fitting: readonly CheckRowView[] = [
  row('address', 'fits', 'address.answers'),
  row('token', 'fits', 'token.none'),
  row('limit', 'fits', 'limit.named', { limit: 100, left: 88 }),
  row('networks', 'fits', 'networks.payable', { count: 4, names: 'Harbor, Meadow' }),
  row('coins', 'fits', 'coins.listed', { network: 'Harbor', names: 'USDC, USDT, DAI' }),
  row('products', 'fits', 'products.sold-in', { count: 96, brands: 20, country: 'MX' }),
  row('price', 'fits', 'price.quoted', { sku: 'lumo_MX_20-I', total: '1.104106', coin: 'USDC' }),
]
const address = '0x9A94a3A2717fC0059c1f15049164fE186F0719Ea'
const list = { page: 'page', size: 'limit', chain: 'chain_id' }

/** A service that speaks a dialect of its own, and fits. */
export function scriptedCheck(): CheckView {
  const found = profileSchema.parse({
    ...{ name: 'x', baseUrl: 'https://x.example', integrator: 'x', digitalAsset: 'address', pageSize: 20 },
    listParameters: list,
  })
  return {
    ok: true,
    requests: 12,
    rows: [
      ...fitting,
      row('document', 'unknown', 'document.none', { path: '/openapi.json' }),
      row('coinName', 'differs', 'coinName.address', { name: '0xDF98E8c9954bCca1cacb04ca55eF405180c9A712' }),
      row('payment', 'fits', 'payment.transfer', { address }),
      row('sender', 'fits', 'sender.made-up', { address }),
      row('wallet', 'fits', 'wallet.unknown'),
      row('purchases', 'fits', 'purchases.none'),
      row('pageNames', 'differs', 'pageNames.answers', list),
      row('pageSize', 'differs', 'pageSize.smaller', { size: 20 }),
      row('chainName', 'unknown', 'chainName.usual'),
      row('countries', 'fits', 'countries.listed', { count: 249 }),
      row('countryNames', 'fits', 'countryNames.work', { names: 'region, subregion, fiatCurrency, search' }),
      row('purchase', 'unknown', 'unasked.used-up'),
    ],
    found: {
      ...{ quoteDialect: found.quoteDialect, digitalAsset: found.digitalAsset, intentChain: found.intentChain },
      ...{ listParameters: found.listParameters, countryParameters: found.countryParameters },
      ...{ pageSize: found.pageSize, requestsPerHour: found.requestsPerHour },
    },
  }
}

/** A service whose payment Till refuses, and that then asked to wait. */
export function scriptedMisfit(): CheckView {
  return {
    ...scriptedCheck(),
    ok: false,
    requests: 7,
    rows: [
      ...fitting,
      row('coinName', 'fits', 'coinName.symbol', { name: 'USDC' }),
      row('payment', 'fails', 'payment.refused', { reason: 'unknown-call', about: '' }),
      row('wallet', 'fails', 'trouble.limited'),
      row('purchases', 'unknown', 'unasked.stopped'),
      row('countries', 'unknown', 'unasked.stopped'),
    ],
  }
}
