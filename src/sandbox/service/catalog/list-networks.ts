import { listedNetworks, liveNetworks, type NetworkDefinition } from '../../chains/networks.ts'
import type { Chain } from '../../chains/chain.ts'
import { pictureUrl, type Service } from '../context.ts'
import { escrowInUse, generationInUse } from '../spend/escrow.ts'
import { tokensOf } from './find-token.ts'
import { ServiceError } from '../service-error.ts'

const nativeAddress = '0x0000000000000000000000000000000000000000'

function networkOf(service: Service, network: NetworkDefinition, chain: Chain | undefined) {
  const logo = pictureUrl(service, `/images/networks/${network.key}.svg`)
  return {
    name: network.name,
    key: network.key,
    logoUrl: logo,
    chainId: network.chainId,
    rpcUrl: chain?.rpcUrl ?? '',
    explorerUrl: `${service.baseUrl}/explorer/${network.key}`,
    isTestnet: true,
    networkType: network.networkType,
    isActive: network.isActive,
    rank: network.rank,
    protocolContracts: contractsOf(service, chain),
    nativeToken: {
      name: network.native.name,
      symbol: network.native.symbol,
      coinKey: network.native.symbol.toLowerCase(),
      address: network.networkType === 'EVM' ? nativeAddress : '',
      decimals: network.native.decimals,
      logoURI: pictureUrl(service, `/images/tokens/${network.native.symbol.toLowerCase()}.svg`),
    },
  }
}

function contractsOf(service: Service, chain: Chain | undefined): Record<string, string> {
  const escrow = escrowInUse(service, chain)
  const generation = generationInUse(service.settings)
  if (escrow !== null && generation !== null) {
    const { router, vault, manager } = escrow.code[generation]
    return {
      BandoRouter: router,
      BandoRouterProxy: escrow.router,
      BandoERC20Fulfillable: vault,
      BandoERC20FulfillableProxy: escrow.vault,
      BandoFulfillmentManager: manager,
      BandoFulfillmentManagerProxy: escrow.manager,
      FulfillableRegistry: escrow.registryCode,
      FulfillableRegistryProxy: escrow.registry,
      ERC20TokenRegistry: escrow.tokenRegistryCode,
      ERC20TokenRegistryProxy: escrow.tokenRegistry,
    }
  }
  const router = chain?.contracts.router
  return router ? { fulfillableRouter: router.implementation, fulfillableRouterProxy: router.proxy } : {}
}

/** Returns every listed network, including those that cannot take payments. */
export function listNetworks(service: Service) {
  return [...liveNetworks, ...listedNetworks].map((network) =>
    networkOf(
      service,
      network,
      service.chains.find((chain) => chain.network.key === network.key),
    ),
  )
}

/** Returns the tokens of a listed network; 404 for any other. */
export function listTokens(service: Service, networkKey: string) {
  const chain = service.chains.find(({ network }) => network.key === networkKey)
  if (!chain && !listedNetworks.some(({ key }) => key === networkKey)) {
    throw new ServiceError(404, 'NETWORK_NOT_FOUND', `There is no network ${networkKey.slice(0, 60)}`)
  }
  return (chain ? tokensOf(chain) : []).map(({ id, name, symbol, address, decimals, ...token }) => ({
    id,
    name,
    symbol,
    key: symbol.toLowerCase(),
    address,
    decimals,
    friendlyDecimals: token.friendlyDecimals,
    imageUrl: pictureUrl(service, `/images/tokens/${symbol.toLowerCase()}.svg`),
    minAllowance: token.minAllowance,
    maxAllowance: token.maxAllowance,
  }))
}
