import { encodeFunctionResult, parseAbi, toFunctionSelector, toHex, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { profileSchema } from '../../../shared/services/profile.ts'
import { systemTimer } from '../../../shared/timer.ts'
import { blockOf } from '../../../testing/chain/client.ts'
import type { Chain } from '../chain.ts'
import { openChain } from '../open-chain.ts'
import { createChains } from '../open-chains.ts'
import { findKnownChain } from '../registry/find-known-chain.ts'
import type { KnownChain } from '../registry/known-chain.ts'

const NOW = Date.UTC(2026, 2, 4, 12)
const MINUTE = 60_000
const account: Address = `0x${'1'.repeat(40)}`
const ofProfile: Address = `0x${'fe'.repeat(20)}`
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])
const latestRound = toFunctionSelector('latestRoundData()')
const HONEST = 300_000_000_000n
const CRAZY = 10n ** 15n

/** What a node says the price is; or it reverts, breaks the connection, or never answers. */
type Said = bigint | 'reverts' | 'breaks' | 'hangs'

interface Question {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

interface World {
  readonly chain: Chain
  /** The feeds that the first node was asked about, in order. */
  readonly asked: Address[]
  /** Sets the monotonic clock forward. */
  pass(ms: number): void
  /** Asks for fees, and returns the price that is known once the answers about it had time to arrive. */
  priceAfterFees(): Promise<bigint | null>
}

/** Opens a network over nodes in memory, of an unknown chain unless one is given; `said` may change. */
function open(said: Said[], known: KnownChain | null = null): World {
  let at = 0
  const asked: Address[] = []
  const rpcUrls = said.map((_, index) => `https://node${index}.example`)
  const chain = openChain({
    chainId: 7,
    rpcUrls,
    finalityDepth: undefined,
    known: known && { ...known, chainId: 7, genesisHash: blockOf(0).hash },
    priceFeed: ofProfile,
    monotonic: () => at,
    async fetch(url, init) {
      const index = rpcUrls.findIndex((one) => url.startsWith(one))
      const price = said[index] ?? 'breaks'
      const questions = questionsOf(init)
      const feeds = feedsIn(questions)
      if (index === 0) asked.push(...feeds)
      if (feeds.length > 0 && price === 'breaks') throw new TypeError('fetch failed')
      if (feeds.length > 0 && price === 'hangs') await new Promise(() => undefined)
      return reply(questions, price, { chainId: 7, genesisHash: blockOf(0).hash })
    },
  })
  return {
    chain,
    asked,
    pass: (ms) => (at += ms),
    async priceAfterFees() {
      await chain.fees()
      await new Promise((resolve) => systemTimer(0, () => resolve(null)))
      // The nodes answer in order.
      await chain.blockTime(1_000n)
      return chain.coinPrice(NOW)
    },
  }
}

interface Call {
  readonly to: Address
  readonly data: Hex
}

function questionsOf({ body }: RequestInit): Question[] {
  return [JSON.parse(body as string) as Question | Question[]].flat()
}

function isOfPrice(call: unknown): call is Call {
  return (call as Partial<Call> | undefined)?.data === latestRound
}

/** Returns the feeds whose newest round is asked for. */
function feedsIn(questions: readonly Question[]): Address[] {
  return questions.flatMap(({ params = [] }) => (isOfPrice(params[0]) ? [params[0].to] : []))
}

type Identity = Pick<KnownChain, 'chainId' | 'genesisHash'>

function reply(questions: readonly Question[], price: Said, identity: Identity): Response {
  const answers = questions.map((question) => ({
    jsonrpc: '2.0',
    id: question.id,
    ...answer(question, price, identity),
  }))
  return Response.json(answers.length === 1 ? answers[0] : answers)
}

function answer({ method, params = [] }: Question, price: Said, { chainId, genesisHash }: Identity): object {
  if (method === 'eth_chainId') return { result: toHex(chainId) }
  if (method === 'eth_getBlockByNumber') {
    const number = params[0] === 'latest' ? 1_000 : Number(params[0])
    const block = { ...blockOf(number), baseFeePerGas: toHex(7) }
    return { result: number === 0 ? { ...block, hash: genesisHash } : block }
  }
  if (method !== 'eth_call') return { result: toHex(1) }
  if (typeof price !== 'bigint') return { error: { code: 3, message: 'execution reverted' } }
  const at = BigInt(NOW / 1000)
  return {
    result: isOfPrice(params[0])
      ? encodeFunctionResult({ abi, functionName: 'latestRoundData', result: [1n, price, at, at, 1n] })
      : encodeFunctionResult({ abi, functionName: 'decimals', result: 8 }),
  }
}

it.each<readonly [string, Said[], bigint | null]>([
  ['known from one node', [HONEST], HONEST],
  ['known from two nodes that agree', [HONEST, HONEST], HONEST],
  ['known if one of three lies', [CRAZY, HONEST, HONEST], HONEST],
  ['known if one of three is down', ['breaks', HONEST, HONEST], HONEST],
  ['unknown if one of two lies', [CRAZY, HONEST], null],
  ['unknown if one of two calls it negative', [-1n, HONEST], null],
  ['unknown if the other one of two is down', [CRAZY, 'breaks'], null],
  ['unknown if the others of three are down', [CRAZY, 'breaks', 'breaks'], null],
  ['unknown if the others of three have no such contract', [CRAZY, 'reverts', 'reverts'], null],
  ['unknown if all of three differ', [CRAZY, HONEST, HONEST + 1n], null],
  ['unknown if no node answers', ['breaks', 'breaks'], null],
  ['unknown, not 0, if every node says 0', [0n, 0n, 0n], null],
])('the price is %s', async (_, said, price) => {
  expect(await open(said).priceAfterFees()).toBe(price)
})

it('a node that never answers about the price holds up neither the fees nor what is asked after them', async () => {
  const { chain, asked } = open(['hangs'])
  expect(await chain.fees()).toMatchObject({ maxPriorityFeePerGas: 1n })
  expect(await chain.nativeBalance(account)).toBe(1n)
  await new Promise((resolve) => systemTimer(0, () => resolve(null)))
  expect(await chain.nativeBalance(account)).toBe(1n)
  expect([asked.length, chain.coinPrice(NOW)]).toEqual([1, null])
})

it('a hundred offers within a minute read the price once', async () => {
  const world = open([HONEST])
  for (let offer = 0; offer < 100; offer++) expect(await world.priceAfterFees()).toBe(HONEST)
  expect(world.asked).toEqual([ofProfile])
  world.pass(MINUTE)
  await world.priceAfterFees()
  expect(world.asked).toEqual([ofProfile, ofProfile])
})

it('keeps the last price for a quarter of an hour while no node says it, and takes the next one', async () => {
  const said: Said[] = [HONEST]
  const world = open(said)
  await world.priceAfterFees()
  said[0] = 'reverts'
  world.pass(15 * MINUTE)
  expect(await world.priceAfterFees()).toBe(HONEST)
  world.pass(1)
  expect(world.chain.coinPrice(NOW)).toBeNull()
  said[0] = HONEST + 5n
  world.pass(MINUTE)
  expect(await world.priceAfterFees()).toBe(HONEST + 5n)
})

it('a stale price is unknown again, however late it was read', async () => {
  const { chain, priceAfterFees } = open([HONEST])
  expect(await priceAfterFees()).toBe(HONEST)
  expect(chain.coinPrice(NOW + 27 * 60 * MINUTE)).toBeNull()
})

it('the registry’s own feed is asked, whatever a profile names', async () => {
  const { priceAfterFees, asked } = open([HONEST], findKnownChain(137))
  expect(await priceAfterFees()).toBe(HONEST)
  expect(asked).toEqual([findKnownChain(137)?.priceFrom])
})

it('a profile’s own feed is asked on a chain that has none, as long as no other chain is known', async () => {
  const { priceAfterFees, asked } = open([HONEST], findKnownChain(130))
  expect(await priceAfterFees()).toBe(HONEST)
  expect(asked).toEqual([ofProfile])
})

it('a coin that is a dollar is worth one, without a question', async () => {
  const { priceAfterFees, asked } = open([CRAZY], findKnownChain(100))
  expect(await priceAfterFees()).toBe(100_000_000n)
  expect(asked).toEqual([])
})

it('ether on Unichain is worth what the nodes of Ethereum say, as soon as a service lists them', async () => {
  const asked: string[] = []
  const profile = profileSchema.parse({ name: 'Any', baseUrl: 'https://service.example', integrator: 'till' })
  let inUse = profile
  let isListed = false
  const network = (chainId: number) => ({
    key: String(chainId),
    name: '',
    chainId,
    rpcUrls: [`https://${chainId}.example`],
    explorerUrl: '',
    nativeSymbol: 'ETH',
  })
  const chains = createChains({
    rpcUrls: ({ chainId }, { rpcUrls }) => rpcUrls[chainId] ?? [],
    signedOn: () => null,
    listed: (chainId) => (isListed ? { network: network(chainId), profile: inUse } : null),
    signal: new AbortController().signal,
    async fetch(url, init) {
      const [name = ''] = new URL(url).host.split('.')
      const chainId = Number.parseInt(name)
      const questions = questionsOf(init)
      asked.push(...feedsIn(questions).map((feed) => `${name} ${feed}`))
      return reply(questions, HONEST, findKnownChain(chainId)!)
    },
  })
  const unichain = chains(network(130), profile)
  await unichain.fees()
  expect(unichain.coinPrice(NOW)).toBeNull()
  isListed = true
  await unichain.fees()
  await expect.poll(() => unichain.coinPrice(NOW)).toBe(HONEST)
  expect(asked).toEqual([`1 ${findKnownChain(1)?.priceFrom as Address}`])
  // The user has removed that node of Ethereum meanwhile.
  inUse = { ...profile, rpcUrls: { 1: ['https://1-other.example'] } }
  await chains(network(130), inUse).fees()
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked[1]).toMatch(/^1-other /)
})
