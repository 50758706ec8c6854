import { parseGwei, type Hash } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { openGivenNetwork, type GivenNetwork, type GivenNode } from './given-network.ts'
import { openNodeRpc } from './node-rpc.ts'
import { openSandbox } from '../purchases/sandbox-controls.ts'
import { soon } from '../soon.ts'

/** A network with a real node: the sandbox's Anvil, or the node that a campaign names. */
export interface TestNetwork extends GivenNetwork {
  /** Creates a funded account whose first transaction is mined; its next nonce is 1. */
  openPayer(): Promise<PrivateKeyAccount>
}

/** The environment variable in which a campaign passes a running node, as a `GivenNode` in JSON. */
const GIVEN_NODE = 'TILL_TEST_NODE'

/** Opens the network that a campaign names, else the sandbox's. */
export async function openTestNetwork(): Promise<TestNetwork> {
  const given = process.env[GIVEN_NODE]
  if (given === undefined) return openSandboxNetwork()
  const network = await openGivenNetwork(JSON.parse(given) as GivenNode)
  return { ...network, openPayer: () => openPayer(network) }
}

/** The sandbox mines, not its node, and its faucet gives nothing while it is paused. */
async function openSandboxNetwork(): Promise<TestNetwork> {
  const sandbox = await openSandbox()
  const { chainId, tokens } = sandbox.network('harbour')
  let isPaused = false
  const mine = (action: 'pause-mining' | 'resume-mining') => sandbox.control('chains/harbour', { action })
  const network: GivenNetwork = {
    ...openNodeRpc('anvil', sandbox.rpcUrl('harbour')),
    async pauseMining() {
      isPaused = true
      await mine('pause-mining')
    },
    async resumeMining() {
      isPaused = false
      await mine('resume-mining')
    },
    chainId,
    tokens: tokens as unknown as TestNetwork['tokens'],
    async fund(address) {
      await mine('resume-mining')
      await sandbox.faucet(address)
      if (isPaused) await mine('pause-mining')
    },
  }
  return { ...network, openPayer: () => openPayer(network) }
}

/** Ganache runs every transaction of nonce 0 until one of them is in a block, so tests start at nonce 1. */
async function openPayer({ chainId, rpc, fund, mine }: GivenNetwork): Promise<PrivateKeyAccount> {
  const payer = privateKeyToAccount(generatePrivateKey())
  await fund(payer.address)
  const fees = { maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1'), gas: 21_000n }
  const first = await payer.signTransaction({ type: 'eip1559', chainId, nonce: 0, to: payer.address, ...fees })
  const hash = await rpc<Hash>('eth_sendRawTransaction', first)
  await mine()
  await vi.waitUntil(() => rpc('eth_getTransactionReceipt', hash), soon)
  return payer
}
