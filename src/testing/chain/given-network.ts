import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseAbi,
  parseEther,
  parseGwei,
  parseUnits,
  type Abi,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { openNodeRpc, type NodeRpc } from './node-rpc.ts'
import type { NodeName } from './node-traits.ts'

/** A running node without any contract. */
export interface GivenNode {
  readonly name: NodeName
  readonly rpcUrl: string
  readonly chainId: number
  /** The key of an account with plenty of coins. */
  readonly key: Hex
}

export interface TestToken {
  readonly key: 'usdc' | 'usdt' | 'dai'
  readonly address: Address
  readonly decimals: number
}

export interface GivenNetwork extends NodeRpc {
  readonly chainId: number
  readonly tokens: readonly [TestToken, TestToken, TestToken]
  /** Gives an address 1 native coin and 500 of every token; resolves once they are mined. */
  fund(address: Address): Promise<void>
}

interface Transaction {
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
}

const mint = parseAbi(['function mint(address to, uint256 value)'])
const fees = { gas: 2_000_000n, maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') }
const listed = [
  { key: 'usdc', decimals: 6 },
  { key: 'usdt', decimals: 6 },
  { key: 'dai', decimals: 18 },
] as const

/** Deploys the sandbox's tokens to a node; its rich account gives them away. */
export async function openGivenNetwork(given: GivenNode): Promise<GivenNetwork> {
  const node = openNodeRpc(given.name, given.rpcUrl)
  const { address: rich } = privateKeyToAccount(given.key)
  const firstNonce = Number(await node.rpc<Hex>('eth_getTransactionCount', rich, 'latest'))
  const sendAll = openSender(node, given, firstNonce)
  // Sent alone: Ganache runs every transaction of nonce 0 until one of them is in a block.
  await sendAll([{ to: rich }])
  await sendAll(listed.map(({ key, decimals }) => ({ data: tokenCreation(key.toUpperCase(), decimals, rich) })))
  const deployed = (index: number): Address => getContractAddress({ from: rich, nonce: BigInt(firstNonce + 1 + index) })
  const [usdc, usdt, dai] = listed
  const tokens = [
    { ...usdc, address: deployed(0) },
    { ...usdt, address: deployed(1) },
    { ...dai, address: deployed(2) },
  ] as const
  return {
    ...node,
    chainId: given.chainId,
    tokens,
    async fund(address) {
      const gifts = tokens.map(({ address: to, decimals }) => ({
        to,
        data: encodeFunctionData({ abi: mint, args: [address, parseUnits('500', decimals)] }),
      }))
      await sendAll([...gifts, { to: address, value: parseEther('1') }])
    },
  }
}

/** Creates a sender for the rich account; each call resolves once its transactions have succeeded. */
function openSender(
  node: NodeRpc,
  { chainId, key }: GivenNode,
  firstNonce: number,
): (transactions: readonly Transaction[]) => Promise<void> {
  const rich = privateKeyToAccount(key)
  let nonce = firstNonce
  const hasSucceeded = async (hash: Hash): Promise<boolean> =>
    (await node.rpc<{ status: Hex } | null>('eth_getTransactionReceipt', hash))?.status === '0x1'
  return async (transactions) => {
    const sent: Hash[] = []
    for (const one of transactions) {
      const raw = await rich.signTransaction({ type: 'eip1559', chainId, nonce: nonce++, ...fees, ...one })
      await node.rpc('eth_sendRawTransaction', raw)
      sent.push(keccak256(raw))
    }
    await node.mine()
    await vi.waitUntil(async () => (await Promise.all(sent.map(hasSucceeded))).every(Boolean), { timeout: 20_000 })
  }
}

/** Returns the creation code of one of the sandbox's tokens. */
function tokenCreation(symbol: string, decimals: number, minter: Address): Hex {
  const file = join(import.meta.dirname, '../../../resources/contracts/TestToken.json')
  const { abi, bytecode } = JSON.parse(readFileSync(file, 'utf8')) as { abi: Abi; bytecode: Hex }
  return encodeDeployData({ abi, bytecode, args: [symbol, symbol, decimals, minter] })
}
