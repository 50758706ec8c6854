import { afterEach, describe, expect, it } from 'vitest'
import { startHttpNode, type HttpNode, type HttpNodeState } from '../../testing/chain/http-node.ts'
import { addedNodes, assertOwnChain, checkAddedNodes } from './check-added-nodes.ts'

const CHAIN_ID = 900_001
const ID = String(CHAIN_ID)
const service = { baseUrl: 'http://127.0.0.1:4000' }
const running: HttpNode[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()))
})

async function node(state: Partial<HttpNodeState> = {}): Promise<string> {
  const started = await startHttpNode({ chainId: CHAIN_ID, head: 100, ...state })
  running.push(started)
  return started.url
}

/** Checks nodes that are added to a network whose service names one. */
async function check(
  added: readonly string[],
  { named, deadlineMs = 6_000 }: { named?: string; deadlineMs?: number } = {},
) {
  const rpcUrl = named ?? (await node())
  const networks = (): { chainId: number; rpcUrl: string }[] => [{ chainId: CHAIN_ID, rpcUrl }]
  const options = { networks, deadlineMs, signal: new AbortController().signal }
  return checkAddedNodes(options, { ...service, rpcUrls: { [ID]: [...added] } }, { ...service, rpcUrls: {} })
}

const well = { trouble: null, behindBy: 0, foundChainId: null }

describe('nodes that settings add', () => {
  it('are those that the current profile does not name', () => {
    const current = { ...service, rpcUrls: { [ID]: ['https://a.example'] } }
    const rpcUrls = { [ID]: ['https://a.example', 'https://b.example'], '5': ['https://five.example'], '6': [] }
    const added = [
      [5, ['https://five.example']],
      [CHAIN_ID, ['https://b.example']],
    ]
    expect([...addedNodes({ ...service, rpcUrls }, current)]).toEqual(added)
    expect(addedNodes(current, current).size).toBe(0)
    // For another service, each of them is new.
    expect(addedNodes({ ...current, baseUrl: 'https://other.example' }, current).size).toBe(1)
    expect(addedNodes(current, null).size).toBe(1)
  })

  it('are asked, and one that agrees with the others is fine', async () => {
    const url = await node({ head: 99 })
    expect(await check([url])).toEqual([{ chainId: CHAIN_ID, url, ...well }])
  })

  it('are reported if nothing listens there', async () => {
    const url = await node()
    await running[0]?.stop()
    expect(await check([url])).toEqual([{ chainId: CHAIN_ID, url, ...well, trouble: 'failing' }])
  })

  it.each([
    ['a page', 'failing', { fault: 'page' }],
    ['an error', 'failing', { fault: 503 }],
    ['a limit', 'limited', { fault: 429 }],
    ['old blocks', 'behind', { head: 60 }],
  ] as const)('are reported if one answers with %s, and may be saved', async (_, trouble, how) => {
    const nodes = await check([await node(how)])
    expect(nodes).toMatchObject([{ trouble, behindBy: trouble === 'behind' ? 40 : 0 }])
    expect(() => assertOwnChain(nodes)).not.toThrow()
  })

  it('wait for silent nodes no longer than one deadline, however many there are', async () => {
    const urls = [await node({ fault: 'never' }), await node({ fault: 'never' }), await node()]
    const began = performance.now()
    const nodes = await check(urls, { named: await node({ fault: 'never' }), deadlineMs: 1_000 })
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(nodes.map(({ trouble }) => trouble)).toEqual(['failing', 'failing', null])
  })

  it('are refused if one serves another chain, with both chain ids', async () => {
    const url = await node({ chainId: 137 })
    const nodes = await check([await node(), url])
    expect(nodes).toMatchObject([{ trouble: null }, { url, trouble: 'other-chain', foundChainId: 137 }])
    const details = { reason: 'other-node', address: new URL(url).host, expected: CHAIN_ID, found: 137 }
    expect(() => assertOwnChain(nodes)).toThrow(expect.objectContaining({ code: 'network-mismatch', details }))
  })

  it('are refused if one shows another block 0 than most nodes of its network', async () => {
    const nodes = await check([await node(), await node({ genesis: 7 })])
    expect(nodes).toMatchObject([{ trouble: null }, { trouble: 'other-chain', foundChainId: null }])
    const details = expect.objectContaining({ reason: 'strange-node' })
    expect(() => assertOwnChain(nodes)).toThrow(expect.objectContaining({ code: 'network-mismatch', details }))
  })

  it('of a known chain are compared with its block 0, whatever the other nodes say', async () => {
    const url = await node({ chainId: 1 })
    const options = { networks: () => [{ chainId: 1, rpcUrl: '' }], signal: new AbortController().signal }
    const nodes = await checkAddedNodes(options, { ...service, rpcUrls: { '1': [url] } }, null)
    expect(nodes).toMatchObject([{ chainId: 1, url, trouble: 'other-chain', foundChainId: null }])
  })

  it('are compared with those of the service, whose own trouble is not in the result', async () => {
    const url = await node()
    expect(await check([url], { named: await node({ fault: 503 }) })).toEqual([{ chainId: CHAIN_ID, url, ...well }])
  })
})
