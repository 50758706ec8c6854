import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileSchema } from '../../../shared/services/profile.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type Responder, type TestServer } from '../../../testing/service/server.ts'
import { imageId } from '../images/image-id.ts'
import { readImageUrl } from '../images/images-repository.ts'
import { freezeListed } from './freeze-network.ts'
import { readCountries, readNetwork, readNetworks } from './metadata-repository.ts'
import { createMetadataRefresher, type MetadataRefresher } from './refresh-metadata.ts'
import { openTestCache, type TestCache } from '../../../testing/catalog/cache.ts'

const HOUR = 3_600_000
const asset = '0x000000000000000000000000000000000000dEaD'
const network = {
  name: 'Alpha',
  key: 'alpha',
  chainId: 31337,
  rpcUrl: 'http://127.0.0.1:8545',
  isActive: true,
  networkType: 'EVM',
  rank: 2,
  logoUrl: 'https://pictures.example/alpha.png',
  nativeToken: { symbol: 'ALP' },
}
const token = { id: 1, symbol: 'USDX', key: 'usdx', name: 'Test dollar', address: asset, decimals: 6 }

let answers: Record<string, unknown>
const good: Responder = (request, response) => {
  const answer = answers[request.url.pathname]
  reply(answer === undefined ? 400 : 200, answer ?? { message: 'unknown' })(request, response)
}

let server: TestServer
let till: TestClient
let cache: TestCache
let changes: number
let metadata: MetadataRefresher

beforeEach(async () => {
  answers = {
    '/api/v1/countries/': {
      data: { results: [{ name: 'Mexico', isoAlpha2: 'MX', flagUrl: 'https://pictures.example/mx.svg' }] },
    },
    '/api/v1/networks/': {
      success: true,
      data: [
        network,
        { ...network, key: 'beta', chainId: 2, rank: 1 },
        { ...network, key: 'sol', chainId: 3, networkType: 'SVM' },
        { ...network, key: 'off', chainId: 4, isActive: false },
      ],
    },
    '/api/v1/tokens/alpha/': { success: true, data: [token] },
    '/api/v1/tokens/beta/': { success: true, data: [token, { ...token, key: 'usdy', symbol: 'USDY' }] },
  }
  server = await startTestServer(good)
  till = createTestClient({ baseUrl: server.baseUrl }, 2_000)
  cache = openTestCache()
  changes = 0
  metadata = open('service')
})
afterEach(async () => {
  await metadata.close()
  till.dispose()
  cache.dispose()
  await server.close()
})

function open(source: string): MetadataRefresher {
  const now = (): number => till.clock.now
  return createMetadataRefresher({ db: cache.db, client: till.client, source, now, onChange: () => (changes += 1) })
}

const requests = (): string[] =>
  server.seen
    .splice(0)
    .map(({ url }) => url.pathname.replace('/api/v1/', '').replace(/\/$/, ''))
    .sort()
const keysOf = (key: string): string[] => readNetwork(cache.db, key)?.tokens.map((one) => one.key) ?? []

it('reads countries, payable networks and their tokens, and the image addresses', async () => {
  await metadata.refresh()
  expect(requests()).toEqual(['countries', 'networks', 'tokens/alpha', 'tokens/beta'])
  expect(readCountries(cache.db).map(({ name }) => name)).toEqual(['Mexico'])
  expect(readNetworks(cache.db).map(({ key, tokens }) => [key, tokens.length])).toEqual([
    ['beta', 2],
    ['alpha', 1],
    ['sol', 0],
    ['off', 0],
  ])
  expect(readImageUrl(cache.db, imageId('https://pictures.example/mx.svg') ?? '')).toBe(
    'https://pictures.example/mx.svg',
  )
  expect(changes).toBe(4)
  const at = '2030-01-01T12:00:00.000Z'
  expect(metadata.ages()).toEqual({
    countries: at,
    networks: at,
    tokens: { alpha: at, beta: at, sol: null, off: null },
  })
})

it('reads again only what is out of date', async () => {
  await metadata.refresh()
  requests()
  till.clock.now += 24 * HOUR - 1
  await metadata.refresh()
  expect(requests()).toEqual([])
  till.clock.now += 1
  await metadata.refresh()
  expect(requests()).toEqual(['networks', 'tokens/alpha', 'tokens/beta'])
  till.clock.now += 6 * 24 * HOUR
  await metadata.refresh()
  expect(requests()).toEqual(['countries', 'networks', 'tokens/alpha', 'tokens/beta'])
  await metadata.refresh({ force: true })
  expect(requests()).toHaveLength(4)
})

it('refreshes everything after the clock went back', async () => {
  await metadata.refresh()
  requests()
  till.clock.now -= 24 * HOUR
  await metadata.refresh()
  expect(requests()).toHaveLength(4)
})

it('keeps the parts that were read if another one fails, and reads only that one next time', async () => {
  server.respond = (request, response) =>
    (/countries|beta/.test(request.url.pathname) ? reply(500, '') : good)(request, response)
  await expect(metadata.refresh()).rejects.toMatchObject({ code: 'service-down' })
  expect([keysOf('alpha'), keysOf('beta')]).toEqual([['usdx'], []])
  expect(metadata.ages()).toMatchObject({ countries: null, tokens: { beta: null } })
  server.respond = good
  requests()
  await metadata.refresh()
  expect(requests()).toEqual(['countries', 'tokens/beta'])
})

it('keeps and refreshes yesterday’s tokens if the network list cannot be read', async () => {
  await metadata.refresh()
  till.clock.now += 25 * HOUR
  server.respond = (request, response) =>
    (request.url.pathname.endsWith('/networks/') ? reply(502, '') : good)(request, response)
  answers['/api/v1/tokens/alpha/'] = { success: true, data: [{ ...token, key: 'usdz', symbol: 'USDZ' }] }
  await expect(metadata.refresh()).rejects.toMatchObject({ code: 'service-down' })
  expect([keysOf('alpha'), keysOf('beta')]).toEqual([['usdz'], ['usdx', 'usdy']])
})

it('deletes a network that is gone, and keeps the tokens of one that stays', async () => {
  await metadata.refresh()
  requests()
  answers['/api/v1/networks/'] = { success: true, data: [{ ...network, name: 'Alpha II' }] }
  answers['/api/v1/tokens/alpha/'] = undefined
  till.clock.now += 12 * HOUR
  await metadata.refresh({ force: true })
  // A network whose tokens the service refuses to name has none.
  expect(readNetworks(cache.db).map(({ name, tokens }) => [name, tokens.length])).toEqual([['Alpha II', 0]])
  expect(Object.keys(metadata.ages().tokens)).toEqual(['alpha'])
})

it('a cached network is found by its chain ID, with the addresses that a profile names, unless it is no EVM network', async () => {
  await metadata.refresh()
  const [evm, other] = [readNetwork(cache.db, 'alpha')!, readNetwork(cache.db, 'sol')!]
  const own = 'http://127.0.0.1:9'
  const profile = profileSchema.parse({
    name: 'Any',
    baseUrl: 'https://service.example',
    integrator: 'till',
    rpcUrls: { [String(evm.chainId)]: [own] },
  })
  expect(freezeListed(cache.db, evm.chainId, profile)).toMatchObject({ key: 'alpha', rpcUrls: [own] })
  expect(freezeListed(cache.db, other.chainId, profile)).toBeNull()
})

it('joins a refresh in progress, and reads everything again if forced', async () => {
  await Promise.all([metadata.refresh(), metadata.refresh()])
  expect(requests()).toHaveLength(4)
  await Promise.all([metadata.refresh(), metadata.refresh({ force: true }), metadata.refresh()])
  expect(requests()).toHaveLength(4)
})

it('drops another service’s metadata, and keeps this one’s', async () => {
  await metadata.refresh()
  open('service')
  expect(readCountries(cache.db)).toHaveLength(1)
  expect(open('another').ages()).toEqual({ countries: null, networks: null, tokens: {} })
  expect(readCountries(cache.db)).toEqual([])
})

it('aborts when it is closed', async () => {
  server.respond = () => undefined
  const refreshing = metadata.refresh().catch((error: unknown) => error)
  await expect.poll(() => server.seen.length).toBe(2)
  await metadata.close()
  expect(await refreshing).toMatchObject({ code: 'service-timeout' })
  expect(changes).toBe(0)
})
