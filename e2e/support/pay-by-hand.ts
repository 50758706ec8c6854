import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseGwei,
  type Address,
  type Hash,
  type Hex,
  type PublicClient,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { RequestOutput } from '../../src/shared/contract.ts'
import type { RunningSandbox } from '../../scripts/launch/start-sandbox.ts'

/** Creates a client of a network's own node, independent of Till. */
export async function openNode({ baseUrl }: Pick<RunningSandbox, 'baseUrl'>, key: string): Promise<PublicClient> {
  const answer = await fetch(`${baseUrl}/api/v1/networks/`)
  const { data } = (await answer.json()) as { data: { key: string; rpcUrl: string }[] }
  const found = data.find((network) => network.key === key)
  if (!found) throw new Error(`The service names no network ${key}`)
  return createPublicClient({ transport: http(found.rpcUrl), pollingInterval: 100 })
}

/** Sends a signed transaction to a network. */
export const sendRaw = (node: PublicClient, raw: Hex): Promise<Hash> =>
  node.sendRawTransaction({ serializedTransaction: raw })

/** Sends 7 USDC of a wallet to `to`, as another program with the same recovery phrase does; waits until it is mined. */
export async function payByHand(
  node: PublicClient,
  { chainId, tokens }: RequestOutput<'networks.list'>[number],
  words: string,
  to: Address,
): Promise<Hash> {
  const account = mnemonicToAccount(words)
  const hash = await sendRaw(
    node,
    await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: await node.getTransactionCount({ address: account.address, blockTag: 'pending' }),
      to: tokens.find(({ symbol }) => symbol === 'USDC')?.address as Address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 7_000_000n] }),
      gas: 100_000n,
      maxFeePerGas: parseGwei('50'),
      maxPriorityFeePerGas: parseGwei('5'),
    }),
  )
  await node.waitForTransactionReceipt({ hash })
  return hash
}
