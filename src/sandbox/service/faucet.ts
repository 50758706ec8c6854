import { encodeFunctionData, parseEther, parseUnits, type Address } from 'viem'
import { tokenAbi } from '../chains/abi.ts'
import type { Chain } from '../chains/chain.ts'
import type { Call } from '../chains/sender.ts'
import { tokensOf } from './catalog/find-token.ts'
import { ServiceError } from './service-error.ts'

const coins = '500'
const gas = parseEther('1')

/** Gives `address` gas and 500 of every token on every chain; resolves once mined; 503 while mining is paused. */
export async function giveCoins(chains: readonly Chain[], address: Address): Promise<void> {
  if (chains.some((chain) => chain.isPaused() || chain.anvil.pid() === null)) {
    throw new ServiceError(503, 'FAUCET_DRY', 'A chain is stopped: the faucet gives nothing until it runs again')
  }
  await Promise.all(chains.map((chain) => giveOn(chain, address)))
}

async function giveOn(chain: Chain, address: Address): Promise<void> {
  const mints = tokensOf(chain).map((token): Call => {
    const args = [address, parseUnits(coins, token.decimals)] as const
    return { to: token.address, data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args }) }
  })
  const sent = await chain.sendAsMinter([...mints, { to: address, value: gas }])
  await chain.client.mine({ blocks: 1 })
  await Promise.all(sent.map(({ hash }) => chain.client.waitForTransactionReceipt({ hash, timeout: 20_000 })))
}
