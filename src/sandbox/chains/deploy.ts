import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeDeployData, getContractAddress, parseEther, type Abi, type Address, type Hex } from 'viem'
import { z } from 'zod'
import type { ChainAccounts } from './accounts.ts'
import type { ChainClient } from './client.ts'
import { tokenDefinitions, type LiveNetwork, type TokenDefinition } from './networks.ts'

export interface Contracts {
  readonly tokens: ReadonlyMap<TokenDefinition['symbol'], Address>
  readonly router: { readonly implementation: Address; readonly proxy: Address } | null
}

const folder = join(import.meta.dirname, '../../../resources/contracts')
const artefactSchema = z.object({
  abi: z.custom<Abi>((value) => Array.isArray(value)),
  bytecode: z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)),
})

function deployData(contract: string, args: readonly unknown[]): Hex {
  const { abi, bytecode } = artefactSchema.parse(JSON.parse(readFileSync(join(folder, `${contract}.json`), 'utf8')))
  return encodeDeployData({ abi, bytecode, args })
}

/**
 * Deploys the tokens and, where the network has one, the router. Addresses follow from the deployer and its nonces, so a
 * deployment that was cut short goes on where it stopped. Blocks must be mined as transactions come.
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
  const done = await client.getTransactionCount({ address: deployer.address })
  if (done < creations.length) {
    const funded = [deployer, treasury, minter].map(({ address }) =>
      client.setBalance({ address, value: parseEther('1000000') }),
    )
    await Promise.all(funded)
  }
  const fees = { gas: 2_000_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
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
  }
}
