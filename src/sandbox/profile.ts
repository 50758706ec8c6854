import type { Service } from './service/context.ts'

/** Everything a client needs to use this sandbox. */
export interface SandboxDescription {
  readonly baseUrl: string
  readonly controlUrl: string
  readonly openApiUrl: string
  /** A service profile for the client, complete with token, faucet, limits and RPC addresses. */
  readonly profile: {
    readonly name: string
    readonly baseUrl: string
    readonly integrator: string
    readonly token: string
    readonly requestsPerHour: number
    readonly deliverySeconds: number
    readonly finalityDepth: Readonly<Record<string, number>>
    readonly rpcUrls: Readonly<Record<string, readonly string[]>>
    readonly priceFeeds: Readonly<Record<string, string>>
    readonly faucetUrl: string
  }
}

/** Describes a running sandbox to its clients. */
export function describeSandbox(service: Service): SandboxDescription {
  const { baseUrl, chains, settings } = service
  return {
    baseUrl,
    controlUrl: `${baseUrl}/_control`,
    openApiUrl: `${baseUrl}/openapi.json`,
    profile: {
      name: 'Sandbox',
      baseUrl,
      integrator: 'till',
      token: service.bearerTokens[0] ?? '',
      requestsPerHour: settings.rateLimit.requests,
      deliverySeconds: Math.max(1, Math.ceil(settings.deliverySeconds)),
      finalityDepth: Object.fromEntries(chains.map(({ network }) => [String(network.chainId), 2])),
      rpcUrls: Object.fromEntries(chains.map(({ network, rpcUrl }) => [String(network.chainId), [rpcUrl]])),
      priceFeeds: Object.fromEntries(
        chains.map(({ network, contracts }) => [String(network.chainId), contracts.priceFeed]),
      ),
      faucetUrl: `${baseUrl}/faucet`,
    },
  }
}
