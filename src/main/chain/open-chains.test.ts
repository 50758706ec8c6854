import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { profileSchema, type Profile } from '../../shared/services/profile.ts'
import { openTestNode, type TestNode } from '../../testing/chain/node.ts'
import { openSandbox, type SandboxControls } from '../../testing/purchases/sandbox-controls.ts'
import { createChains, type Chains, type ChainsOptions } from './open-chains.ts'
import { freezeNetwork } from '../catalog/metadata/freeze-network.ts'
import { rpcUrlsToday } from '../catalog/metadata/rpc-urls-today.ts'

let sandbox: SandboxControls
let node: TestNode
const giveUp = new AbortController()

beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => giveUp.abort())
beforeEach(async () => {
  node = await openTestNode(sandbox.rpcUrl('harbour'))
})
afterEach(() => node.stop())

function urlsUnder(current: Profile): ChainsOptions['rpcUrls'] {
  return ({ chainId }, profile) => rpcUrlsToday(chainId, profile, current, null)
}

function openChains(current: Profile): Chains {
  return createChains({ signal: giveUp.signal, rpcUrls: urlsUnder(current), signedOn: () => null, listed: () => null })
}

it('a purchase whose addresses are dead is followed through the address configured today', async () => {
  const listed = sandbox.network('harbour')
  const signedUnder = profileSchema.parse(sandbox.running.profile)
  const frozen = { ...freezeNetwork(listed, signedUnder), rpcUrls: ['http://127.0.0.1:9'] }
  const today = { ...signedUnder, rpcUrls: { [String(listed.chainId)]: [node.url] } }
  expect(await openChains(today)(frozen, signedUnder).head()).toBeGreaterThanOrEqual(0n)
  expect(node.calls).toContain('eth_blockNumber')
})

it('the addresses a purchase was signed with are used if none is configured today', async () => {
  const listed = sandbox.network('harbour')
  const profile = profileSchema.parse(sandbox.running.profile)
  const frozen = { ...freezeNetwork(listed, profile), rpcUrls: [node.url] }
  expect(await openChains(profile)(frozen, profile).head()).toBeGreaterThanOrEqual(0n)
})

it('a chain that was signed on is identified even if no node shows block 0 any more', async () => {
  const listed = sandbox.network('harbour')
  const signedUnder = profileSchema.parse(sandbox.running.profile)
  const profile = { ...signedUnder, rpcUrls: { [String(listed.chainId)]: [node.url] } }
  node.instead.set('eth_getBlockByNumber', { error: { code: 4444, message: 'pruned history unavailable' } })
  const signedOn = (chainId: number): string => `${chainId}:0x${'a'.repeat(64)}`
  const chains = createChains({ signal: giveUp.signal, rpcUrls: urlsUnder(profile), signedOn, listed: () => null })
  expect(await chains(freezeNetwork(listed, profile), profile).instance()).toBe(signedOn(listed.chainId))
})

it('no request is sent after Till stops', async () => {
  const stopping = new AbortController()
  const profile = profileSchema.parse(sandbox.running.profile)
  const chains = createChains({
    rpcUrls: urlsUnder(profile),
    signedOn: () => null,
    listed: () => null,
    signal: stopping.signal,
  })
  node.instead.set('eth_blockNumber', 'silence')
  const chain = chains({ ...freezeNetwork(sandbox.network('harbour'), profile), rpcUrls: [node.url] }, profile)
  await chain.instance()
  const calls = chain.head()
  stopping.abort()
  await expect(calls).rejects.toMatchObject({ code: 'network-unreachable' })
})
