import { describe, expect, it } from 'vitest'
import { readFees } from './read-fees.ts'
import { Refusal, blockOf, openTestClient, type Answerer } from '../../../testing/chain/client.ts'

const estimate = { gasLimit: '0x5650', baseFeePerGas: '0x7', priorityFeePerGas: '0x43a82a4' }
/** A node of Linea with this answer to `linea_estimateGas`. */
function openLinea(answer: () => unknown, tip = '0x3e8') {
  const calls: unknown[] = []
  const answers: Answerer = (method, params) => {
    if (method === 'eth_getBlockByNumber') return { ...blockOf(5), baseFeePerGas: '0x7' }
    if (method === 'eth_maxPriorityFeePerGas') return tip
    calls.push(params[0])
    return answer()
  }
  return { client: openTestClient(answers).client, calls }
}

describe('the fees of Linea', () => {
  it('come from its own estimate for incompressible bytes', async () => {
    const { client, calls } = openLinea(() => estimate)
    expect(await readFees(client, 'linea')).toEqual({ base: 7n, tip: 0x43a82a4n })
    const [{ from, to, data }] = calls as [{ from: string; to: string; data: string }]
    expect(from).toBe(to)
    const bytes: string[] = data.slice(2).match(/../g) ?? []
    expect([bytes.length, new Set(bytes).size, bytes.includes('00')]).toEqual([68, 68, false])
  })

  it('are never below what the node suggests', async () => {
    const { client } = openLinea(() => ({ ...estimate, priorityFeePerGas: '0x1' }))
    expect(await readFees(client, 'linea')).toEqual({ base: 7n, tip: 1_000n })
  })

  it('are the usual ones if a node does not have the method', async () => {
    const { client } = openLinea(() => {
      throw new Refusal('the method linea_estimateGas does not exist/is not available', -32_601)
    })
    expect(await readFees(client, 'linea')).toEqual({ base: 7n, tip: 1_000n })
  })

  it('are unknown if a node is rate limiting', async () => {
    const { client } = openLinea(() => {
      throw new Refusal('too many requests', 429)
    })
    await expect(readFees(client, 'linea')).rejects.toThrow('too many requests')
  })
})

it('asks only Linea for Linea’s estimate', async () => {
  const { client, calls } = openLinea(() => estimate)
  expect(await readFees(client, 'plain')).toEqual({ base: 7n, tip: 1_000n })
  expect(calls).toEqual([])
})

it('fails without a base fee', async () => {
  const { client } = openTestClient((method) => (method === 'eth_getBlockByNumber' ? blockOf(5) : '0x1'))
  await expect(readFees(client, 'plain')).rejects.toThrow('no base fee')
})

it('reads a base fee of 0 (BSC), with the tip as the whole price', async () => {
  const { client } = openTestClient((method) =>
    method === 'eth_getBlockByNumber' ? { ...blockOf(5), baseFeePerGas: '0x0' } : '0x2faf080',
  )
  expect(await readFees(client, 'plain')).toEqual({ base: 0n, tip: 50_000_000n })
})
