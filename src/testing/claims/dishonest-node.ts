import type { TestSandbox, TillOptions } from '../purchases/context.ts'

interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** One answer of a node; `result` may hold anything. */
export interface RpcAnswer {
  readonly id: number
  result?: unknown
}

/** The lie of Meadow's last node; null for the truth. */
export interface DishonestNode {
  lie: ((call: RpcCall, answer: RpcAnswer) => void) | null
}

/** Gives Meadow `count` nodes of the same chain; the last of them lies. */
export function openDishonestNode(
  sandbox: TestSandbox,
  count: number,
): { readonly dishonest: DishonestNode; readonly options: TillOptions } {
  const dishonest: DishonestNode = { lie: null }
  const urls = Array.from({ length: count }, (_, index) => `https://node-${index + 1}.example/`)
  const fetchFrom = async (url: string, init: RequestInit): Promise<Response> => {
    const isMeadow = urls.includes(new URL(url).href)
    const response = await fetch(isMeadow ? sandbox.rpcUrl('meadow') : url, init)
    if (new URL(url).href !== urls.at(-1) || dishonest.lie === null) return response
    const calls = listOf(JSON.parse(String(init.body)) as RpcCall | RpcCall[])
    const answers = (await response.json()) as RpcAnswer | RpcAnswer[]
    for (const answer of listOf(answers)) {
      const call = calls.find(({ id }) => id === answer.id)
      if (call) dishonest.lie(call, answer)
    }
    return new Response(JSON.stringify(answers), { headers: { 'content-type': 'application/json' } })
  }
  const rpcUrls = (key: string): readonly string[] => (key === 'meadow' ? urls : [sandbox.rpcUrl('harbour')])
  return { dishonest, options: { rpcUrls, fetch: fetchFrom, rpcMs: 5_000 } }
}

function listOf<T>(one: T | T[]): T[] {
  return Array.isArray(one) ? one : [one]
}

const DEPOSIT = '0xfe31e11aad0d4767904c798dd8326e02ff3f34ade391dc074800a8b71d34a7ec'

/** Creates a lie that names another record for a payment. */
export function lieAboutRecord(recordId: bigint): DishonestNode['lie'] {
  return ({ method }, answer) => {
    if (method !== 'eth_getTransactionReceipt' || !answer.result) return
    for (const log of (answer.result as { logs: { topics: string[]; data: string }[] }).logs) {
      if (log.topics[0] !== DEPOSIT) continue
      log.data = `${log.data.slice(0, 66)}${recordId.toString(16).padStart(64, '0')}${log.data.slice(130)}`
    }
  }
}

/** Creates a lie that changes the result of the contract function with this `selector`. */
export function lieAboutCall(selector: string, change: (result: string) => string): DishonestNode['lie'] {
  return ({ method, params }, answer) => {
    const [call] = (params ?? []) as [{ data?: string; input?: string }?]
    const data = call?.data ?? call?.input ?? ''
    if (method !== 'eth_call' || !data.startsWith(selector) || typeof answer.result !== 'string') return
    answer.result = change(answer.result)
  }
}
