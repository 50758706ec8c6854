import { keccak256, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { sendRaw } from './send-raw.ts'
import { openTestClient, Refusal } from '../../../testing/chain/client.ts'

const raw: Hex = '0x02c0'
const hash = keccak256(raw)

/** Sends to a node that refuses with `words` and has the transactions of `pool`, and returns the result. */
async function sendTo(words: string, pool: readonly string[]) {
  const { client, calls } = openTestClient((method, [param]) => {
    if (method === 'eth_sendRawTransaction') throw new Refusal(words)
    if (method !== 'eth_getTransactionByHash') throw new Refusal(`${method} is not expected`)
    return pool.includes(String(param)) ? { hash: param, blockNumber: null, type: '0x2' } : null
  })
  return { answer: await sendRaw(client, raw), calls }
}

it.each(['transaction underpriced', 'replacement transaction underpriced'])(
  '"%s" for bytes that the node already has is not a refusal',
  async (words) => {
    expect((await sendTo(words, [hash])).answer).toBe('accepted')
  },
)

it.each([
  ['transaction underpriced', 'fee-too-low'],
  ['replacement transaction underpriced', 'replacement-too-low'],
] as const)('"%s" for a transaction the node does not have is %s', async (words, refusal) => {
  expect((await sendTo(words, [keccak256('0x02c1')])).answer).toBe(refusal)
})

it('other refusals take no further question', async () => {
  const { answer, calls } = await sendTo('insufficient funds', [hash])
  expect([answer, calls]).toEqual(['insufficient-funds', ['eth_sendRawTransaction']])
})

it('a refusal counts if the node cannot look a transaction up', async () => {
  const { client } = openTestClient((method) => {
    throw new Refusal(method === 'eth_sendRawTransaction' ? 'transaction underpriced' : 'method not found')
  })
  expect(await sendRaw(client, raw)).toBe('fee-too-low')
})
