import { networkNodesView, type NetworkNodesView, type NodeView } from '../../shared/networks/node-views.ts'
import { type NetworkTroubleView, networkView, type NetworkView } from '../../shared/networks/views.ts'
import { balanceView, type BalanceView } from '../../shared/wallet/views.ts'
import { ago } from './app.ts'
import { plausible, type PartOf } from './plausible.ts'

/** The fee of an offer to speed up, cancel, claim or revoke. */
export const scriptedFee = { networkFeeAtMost: '0.000160578125378', nativeSymbol: 'ETH', simulated: true }

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' as const
const coin: PartOf<NetworkView['tokens'][number]> = {
  key: 'usdc',
  symbol: 'USDC',
  name: 'USD Coin',
  address: usdc,
  decimals: 6,
  friendlyDecimals: 2,
  isActive: true,
  image: '/image/coin-usdc',
  minAllowance: '0.1',
  maxAllowance: '5000',
}
const tether = {
  key: 'usdt',
  symbol: 'USDT',
  name: 'Tether',
  decimals: 18,
  image: '/image/coin-usdt',
  maxAllowance: null,
}
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18, logo: '/image/coin-eth' }

function network(given: PartOf<NetworkView>): NetworkView {
  return plausible(networkView, { networkType: 'EVM', isTestnet: true, native: ether, tokens: [coin], ...given })
}

export const scriptedNetworks: NetworkView[] = [
  network({ key: 'harbor', name: 'Harbour', chainId: 71_001, logo: '/image/network-harbour' }),
  network({
    key: 'meadow',
    name: 'Meadow',
    chainId: 71_002,
    tokens: [coin, { ...coin, ...tether }],
    native: { name: 'Meadow coin', symbol: 'MDW', decimals: 18 },
  }),
  network({ key: 'solaria', name: 'Solaria', chainId: 900, networkType: 'SVM', tokens: [], unpayable: 'not-evm' }),
]

export const scriptedBalances: BalanceView[] = [
  plausible(balanceView, {
    networkKey: 'harbor',
    native: '0.481239',
    tokens: { usdc: '1204.508812' },
    reserved: { usdc: '10.42' },
    readAt: ago(0.7),
  }),
  plausible(balanceView, {
    networkKey: 'meadow',
    native: '0',
    tokens: { usdc: '35.1', usdt: null },
    error: 'network-unreachable',
    last: { native: '0', tokens: { usdc: '35.1', usdt: '12' }, readAt: ago(120) },
  }),
  plausible(balanceView, { networkKey: 'solaria' }),
]

/** Returns a network in trouble since 40 minutes ago. */
export function networkTroubleOf(what: NetworkTroubleView['what']): NetworkTroubleView {
  return { what, since: ago(40) }
}

/** Returns the nodes of a known network, where `given` puts one in trouble, and of a network with a single node. */
export function scriptedNodes(given: Partial<NodeView> = {}): NetworkNodesView[] {
  const service = { host: 'rpc.example', origin: 'service' } as const
  return [
    plausible(networkNodesView, {
      chainId: 71_001,
      name: 'Harbour',
      nodes: [{ host: 'node.example', origin: 'own', ...given }, service],
    }),
    plausible(networkNodesView, {
      chainId: 71_002,
      name: 'Meadow',
      nodes: [{ ...service, host: 'lagoon.example' }],
      suggested: ['https://mainnet.example', 'https://lagoon-rpc.publicnode.example'],
    }),
  ]
}
