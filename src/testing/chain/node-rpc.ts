import { numberToHex, type Address, type Hex } from 'viem'
import { nodeTraits, type NodeName, type NodeTraits } from './node-traits.ts'

/** The calls to a real node that only tests make. */
export interface NodeRpc {
  readonly rpcUrl: string
  readonly traits: NodeTraits
  /** Calls a method of the node; throws the node's error. */
  rpc<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T>
  pauseMining(): Promise<void>
  /** Resumes mining a block at every interval. */
  resumeMining(): Promise<void>
  /** Mines one block of the pending transactions. */
  mine(): Promise<void>
  setCode(address: Address, code: Hex): Promise<void>
  setStorageAt(address: Address, slot: bigint, value: Hex): Promise<void>
}

type Call = readonly [method: string, ...params: readonly unknown[]]

interface Methods {
  readonly pause: Call
  readonly resume: Call
  readonly setCode: string
  readonly setStorageAt: string
  readonly slot: (slot: bigint) => Hex
}

/** Each node's names for what tests make it do. */
const methods: Readonly<Record<NodeName, Methods>> = {
  anvil: {
    pause: ['evm_setIntervalMining', 0],
    resume: ['evm_setIntervalMining', 1],
    setCode: 'anvil_setCode',
    setStorageAt: 'anvil_setStorageAt',
    slot: numberToHex,
  },
  hardhat: {
    pause: ['evm_setIntervalMining', 0],
    resume: ['evm_setIntervalMining', 1000],
    setCode: 'hardhat_setCode',
    setStorageAt: 'hardhat_setStorageAt',
    slot: numberToHex,
  },
  ganache: {
    pause: ['miner_stop'],
    resume: ['miner_start'],
    setCode: 'evm_setAccountCode',
    setStorageAt: 'evm_setAccountStorageAt',
    slot: (slot) => numberToHex(slot, { size: 32 }),
  },
}

/** Opens the RPC of a running node. */
export function openNodeRpc(name: NodeName, rpcUrl: string): NodeRpc {
  async function rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const { result, error } = (await post(rpcUrl, { jsonrpc: '2.0', id: 1, method, params })) as {
      result: T
      error?: { message: string }
    }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const act = async (...[method, ...params]: Call): Promise<void> => void (await rpc(method, ...params))
  const { pause, resume, setCode, setStorageAt, slot: slotOf } = methods[name]
  return {
    rpcUrl,
    traits: nodeTraits[name],
    rpc,
    pauseMining: () => act(...pause),
    resumeMining: () => act(...resume),
    mine: () => act('evm_mine'),
    setCode: (address, code) => act(setCode, address, code),
    setStorageAt: (address, slot, value) => act(setStorageAt, address, slotOf(slot), value),
  }
}

/** Posts JSON and returns the JSON answer. */
export async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}
