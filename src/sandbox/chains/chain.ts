import type { Address } from 'viem'
import type { ChainAccounts } from './accounts.ts'
import { chainAccounts } from './accounts.ts'
import { createAnvil, type Anvil, type AnvilOptions } from './anvil.ts'
import { createChainClient, type ChainClient } from './client.ts'
import { deployContracts, type Contracts } from './deploy.ts'
import { mineBlocks } from './mine-blocks.ts'
import { catchUp, persistChain } from './persist-chain.ts'
import type { LiveNetwork } from './networks.ts'
import { createSender, type Sender } from './sender.ts'

/** A running local chain with everything the service and the control door need of it. */
export interface Chain {
  readonly network: LiveNetwork
  readonly rpcUrl: string
  readonly client: ChainClient
  readonly contracts: Contracts
  readonly treasury: Address
  readonly minter: Address
  readonly sendAsTreasury: Sender
  readonly sendAsMinter: Sender
  readonly anvil: Pick<Anvil, 'pid' | 'freeze'>
  isPaused(): boolean
  /** Pauses or resumes mining. */
  pauseMining(paused: boolean): Promise<void>
  /** Starts the stopped process again on its last state. */
  restart(): Promise<void>
  /** Saves the chain's state now; changes by transactions are saved within a second anyway. */
  save(): Promise<void>
  /** Saves the state and stops the process. */
  stop(): Promise<void>
}

export interface ChainOptions extends Omit<AnvilOptions, 'chainId'> {
  /** The time between two blocks. */
  readonly blockSeconds: number
}

/** Starts a chain, deploys missing contracts and starts mining. */
export async function startChain(network: LiveNetwork, index: number, options: ChainOptions): Promise<Chain> {
  const anvil = createAnvil({ ...options, chainId: network.chainId })
  const client = createChainClient(network, anvil.rpcUrl)
  const accounts: ChainAccounts = chainAccounts(options.mnemonic, index)
  let paused = false

  const bringUp = async () => {
    await anvil.start()
    await catchUp(client, options.folder, Math.floor(Date.now() / 1000))
  }
  await bringUp()
  const contracts = await deployContracts(client, network, accounts)
  await client.setAutomine(false)
  let miner = mineBlocks(client, options.blockSeconds, paused)
  let saver = persistChain(client, options.folder)
  await saver.save()

  return {
    network,
    rpcUrl: anvil.rpcUrl,
    client,
    contracts,
    treasury: accounts.treasury.address,
    minter: accounts.minter.address,
    sendAsTreasury: createSender(client, accounts.treasury),
    sendAsMinter: createSender(client, accounts.minter),
    anvil,
    isPaused: () => paused,
    pauseMining: async (pause) => {
      paused = pause
      await miner.pause(pause)
    },
    restart: async () => {
      if (anvil.pid() !== null) return
      await Promise.all([miner.stop(), saver.stop()])
      await bringUp()
      await client.setAutomine(false)
      miner = mineBlocks(client, options.blockSeconds, paused)
      saver = persistChain(client, options.folder)
      await saver.save()
    },
    save: () => saver.save(),
    stop: async () => {
      await anvil.freeze(false)
      await miner.stop()
      await saver.stop()
      await anvil.stop()
    },
  }
}
