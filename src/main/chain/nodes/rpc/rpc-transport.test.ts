import { createPublicClient, type PublicClient } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Fetch } from './rpc-exchange.ts'
import { rpcTransport } from './rpc-transport.ts'

interface Call {
  readonly id: number
  readonly method: string
}

/** Creates a client of a node that answers each HTTP body with `answer`, and records the bodies. */
function open(answer: (calls: readonly Call[], signal: AbortSignal) => Response | Promise<Response>): {
  client: PublicClient
  bodies: (readonly string[])[]
  fire: () => void
} {
  const bodies: (readonly string[])[] = []
  let fire = (): void => undefined
  const fetch: Fetch = async (_, init) => {
    const parsed = JSON.parse(init.body as string) as Call | Call[]
    const calls = Array.isArray(parsed) ? parsed : [parsed]
    bodies.push(calls.map(({ method }) => method))
    return answer(calls, init.signal as AbortSignal)
  }
  const transport = rpcTransport({
    url: 'https://node.example',
    timeoutMs: 10_000,
    fetch,
    timer: (_, run) => ((fire = run), () => undefined),
  })
  return { client: createPublicClient({ transport, cacheTime: 0 }), bodies, fire: () => fire() }
}

const one = ({ id, method }: Call): object => ({
  jsonrpc: '2.0',
  id,
  result: method === 'eth_chainId' ? '0x5' : '0x7',
})
const whole = (calls: readonly Call[]): Response =>
  Response.json(calls.length === 1 ? one(calls[0]!) : calls.map(one).reverse())
const both = (client: PublicClient): Promise<unknown> => Promise.all([client.getChainId(), client.getBlockNumber()])

describe('questions of one turn', () => {
  it('go out as one batch, whose answers are matched by id', async () => {
    const { client, bodies } = open(whole)
    expect(await both(client)).toEqual([5, 7n])
    expect(bodies).toEqual([['eth_chainId', 'eth_blockNumber']])
  })

  it('from several callers are sent once, and answered or failed for all of them', async () => {
    let isDown = false
    const { client, bodies } = open((calls) => (isDown ? new Response('', { status: 429 }) : whole(calls)))
    const blocks = [client.getBlock({ blockNumber: 1n }), client.getBlock({ blockNumber: 2n })]
    await Promise.allSettled([...blocks, client.getBlock({ blockNumber: 1n })])
    expect(await Promise.all([both(client), both(client)])).toEqual([
      [5, 7n],
      [5, 7n],
    ])
    const batch = ['eth_getBlockByNumber', 'eth_getBlockByNumber']
    expect(bodies).toEqual([batch, ['eth_chainId', 'eth_blockNumber']])
    isDown = true
    const failed = await Promise.allSettled([client.getChainId(), client.getChainId()])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(bodies).toHaveLength(3)
  })

  it('go out singly once the node refuses batches', async () => {
    const { client, bodies } = open((calls) =>
      calls.length > 1 ? new Response('batch too large', { status: 500 }) : whole(calls),
    )
    expect(await both(client)).toEqual([5, 7n])
    expect(await both(client)).toEqual([5, 7n])
    expect(bodies.map(({ length }) => length)).toEqual([2, 1, 1, 1, 1])
  })

  it('are not retried singly on a node that is down, and are batched again once it is back', async () => {
    let isDown = true
    const { client, bodies } = open((calls) => (isDown ? new Response('', { status: 503 }) : whole(calls)))
    await expect(both(client)).rejects.toMatchObject({ name: 'HttpRequestError', status: 503 })
    expect(bodies.map(({ length }) => length)).toEqual([2, 1])
    isDown = false
    expect(await both(client)).toEqual([5, 7n])
    expect(bodies.at(-1)).toHaveLength(2)
  })

  it('go out singly once the node breaks the connection of two batches (erigon)', async () => {
    const { client, bodies } = open((calls) => {
      if (calls.length > 1) throw new TypeError('fetch failed')
      return whole(calls)
    })
    for (let turn = 0; turn < 3; turn++) expect(await both(client)).toEqual([5, 7n])
    expect(bodies.map(({ length }) => length)).toEqual([2, 1, 1, 2, 1, 1, 1, 1])
  })

  it('stay batched after one connection breaks by chance', async () => {
    let turn = 0
    const { client, bodies } = open((calls) => {
      if (calls.length > 1 && turn % 2 === 0) throw new TypeError('fetch failed')
      return whole(calls)
    })
    for (; turn < 6; turn++) expect(await both(client)).toEqual([5, 7n])
    expect(bodies.map(({ length }) => length)).toEqual([2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2])
  })

  it('are not retried singly on a node that accepts no connection', async () => {
    const { client, bodies } = open(() => Promise.reject(new TypeError('fetch failed')))
    for (let turn = 0; turn < 3; turn++) await expect(both(client)).rejects.toMatchObject({ name: 'HttpRequestError' })
    expect(bodies.map(({ length }) => length)).toEqual([2, 1, 2, 1, 2, 1])
  })

  it('go out singly if the node refuses batches in an answer', async () => {
    const error = { code: -32_600, message: 'batch too large' }
    const { client, bodies } = open((calls) =>
      calls.length > 1 ? Response.json([{ jsonrpc: '2.0', id: calls[0]!.id, error }]) : whole(calls),
    )
    expect(await both(client)).toEqual([5, 7n])
    expect(bodies.map(({ length }) => length)).toEqual([2, 1, 1])
  })

  it.each<[string, (calls: readonly Call[]) => object[]]>([
    ['shifted by one', (calls) => calls.map((each) => ({ ...one(each), id: each.id + 1 }))],
    ['that were not requested', (calls) => [...calls.map(one), { jsonrpc: '2.0', id: 4711, result: '0x9' }]],
    ['given twice', (calls) => [...calls.map(one), { ...one(calls[0]!), result: '0x9' }]],
  ])('are not believed with ids %s, and are retried singly', async (_, answer) => {
    const { client, bodies } = open((calls) => (calls.length > 1 ? Response.json(answer(calls)) : whole(calls)))
    expect(await both(client)).toEqual([5, 7n])
    expect(bodies.slice(0, 3).map(({ length }) => length)).toEqual([2, 1, 1])
  })

  it.each([401, 402, 429])('are not retried if HTTP %i rejected all of them', async (status) => {
    const { client, bodies } = open(() => new Response('', { status }))
    await expect(both(client)).rejects.toMatchObject({ name: 'HttpRequestError', status })
    expect(bodies).toHaveLength(1)
  })
})

describe('an exchange ends', () => {
  const head = '{"jsonrpc":"2.0",'
  it('at its deadline, even if the headers came and the body drips', async () => {
    let isAborted = false
    const { client, fire } = open((_, signal) => {
      signal.addEventListener('abort', () => (isAborted = true))
      queueMicrotask(() => setImmediate(fire))
      return new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(head)) }),
      )
    })
    await expect(client.getChainId()).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(isAborted).toBe(true)
  })

  it('if the decompressed body exceeds the limit', async () => {
    const megabyte = new Uint8Array(1024 * 1024).fill(32)
    let sent = 0
    const { client } = open(
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              sent++
              controller.enqueue(megabyte)
            },
          }),
        ),
    )
    await expect(client.getChainId()).rejects.toMatchObject({ name: 'ResponseBodyTooLargeError' })
    expect(sent).toBeLessThan(20)
  })

  it.each([
    ['an empty body', ''],
    ['a page', '<html>no</html>'],
    ['the answer to another question', '{"jsonrpc":"2.0","id":4711,"result":"0x1"}'],
    ['an answer without result or error', '{"jsonrpc":"2.0","id":1}'],
  ])('in a failure of the node with %s', async (_, body) => {
    const { client } = open(() => new Response(body, { status: 200 }))
    await expect(client.getChainId()).rejects.toMatchObject({ name: 'HttpRequestError' })
  })
})

it('sends the user name and password of an address as a header', async () => {
  let seen: [string, RequestInit] | undefined
  const fetch: Fetch = async (url, init) => {
    seen = [url, init]
    return whole([JSON.parse(init.body as string) as Call])
  }
  const transport = rpcTransport({ url: 'https://me:p%40ss@node.example/v1', timeoutMs: 1_000, fetch })
  await createPublicClient({ transport }).getChainId()
  expect(seen).toMatchObject(['https://node.example/v1', { headers: { authorization: `Basic ${btoa('me:p@ss')}` } }])
})
