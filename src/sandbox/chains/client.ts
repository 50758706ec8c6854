import { createTestClient, defineChain, http, publicActions, walletActions } from 'viem'
import type { LiveNetwork } from './networks.ts'

/** Creates a viem client for a local chain, with Anvil's test methods. */
export function createChainClient(network: LiveNetwork, rpcUrl: string) {
  const chain = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: network.native,
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl, { retryCount: 0, timeout: 5000 })
  return createTestClient({ mode: 'anvil', chain, transport, pollingInterval: 50, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}

export type ChainClient = ReturnType<typeof createChainClient>
