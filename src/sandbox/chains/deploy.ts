import { getContractAddress, parseEther, type Address } from 'viem'
import type { ChainAccounts } from './accounts.ts'
import { deployData } from './artefact.ts'
import type { ChainClient } from './client.ts'
import { escrowCreations, prepareEscrow, type Escrow } from './escrow.ts'
import { tokenDefinitions, type LiveNetwork, type TokenDefinition } from './networks.ts'

export interface Contracts {
  readonly tokens: ReadonlyMap<TokenDefinition['symbol'], Address>
  readonly router: { readonly implementation: Address; readonly proxy: Address } | null
  /** Next to the router, for services of the older kind. */
  readonly escrow: Escrow | null
  /** Says the native coin's price in dollars. */
  readonly priceFeed: Address
}

/** 3,000 dollars. */
const PRICE_OF_ETHER = 3_000n * 10n ** 8n

/**
 * Deploys the tokens, a price feed and, on a network with a router, the router and the escrow. Addresses follow from the deployer and its nonces,
 * so an interrupted deployment continues. Needs automatic mining.
 */
export async function deployContracts(
  client: ChainClient,
  network: LiveNetwork,
  accounts: ChainAccounts,
): Promise<Contracts> {
  const { deployer, treasury, minter } = accounts
  const address = (nonce: number) => getContractAddress({ from: deployer.address, nonce: BigInt(nonce) })
  const creations = tokenDefinitions.map(({ contract, name, symbol, decimals }) =>
    deployData(contract, [name, symbol, decimals, minter.address]),
  )
  const routerNonce = creations.length
  if (network.payment === 'router') {
    creations.push(
      deployData('FulfillableRouter', [treasury.address]),
      deployData('RouterProxy', [address(routerNonce)]),
    )
  }
  const first = creations.length
  const escrow = network.payment === 'router' ? prepareEscrow((index) => address(first + index)) : null
  if (escrow !== null) creations.push(...escrowCreations(escrow, treasury.address))
  const priceFeed = address(creations.length)
  creations.push(deployData('PriceFeed', [PRICE_OF_ETHER]))
  const done = await client.getTransactionCount({ address: deployer.address })
  if (done < creations.length) {
    const funded = [deployer, treasury, minter].map(({ address }) =>
      client.setBalance({ address, value: parseEther('1000000') }),
    )
    await Promise.all(funded)
  }
  const fees = { gas: 4_000_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  for (const [nonce, data] of creations.entries()) {
    if (nonce < done) continue
    const chainId = network.chainId
    const serializedTransaction = await deployer.signTransaction({ type: 'eip1559', chainId, nonce, data, ...fees })
    await client.sendRawTransaction({ serializedTransaction })
  }
  return {
    tokens: new Map(tokenDefinitions.map(({ symbol }, nonce) => [symbol, address(nonce)])),
    router:
      network.payment === 'router' ? { implementation: address(routerNonce), proxy: address(routerNonce + 1) } : null,
    escrow,
    priceFeed,
  }
}
