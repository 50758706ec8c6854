import {
  arbitrum,
  avalanche,
  base,
  bsc,
  celo,
  gnosis,
  linea,
  mainnet,
  optimism,
  polygon,
  scroll,
  unichain,
} from 'viem/chains'
import type { Chain as ViemChain } from 'viem'
import { describe, expect, it } from 'vitest'
import { agreedFees } from '../agree.ts'
import { feeCap } from '../fee-cap.ts'
import { feeCeilings } from '../plan-payment.ts'
import { findKnownChain } from './find-known-chain.ts'
import { layerOneChains } from './layer-one-chains.ts'
import { rollups } from './rollups.ts'

const known = [...layerOneChains, ...rollups]
const theirs: readonly ViemChain[] = [
  ...[mainnet, optimism, bsc, gnosis, unichain, polygon],
  ...[base, arbitrum, celo, avalanche, linea, scroll],
]
/** Where viem 2.57 is out of date, or names things otherwise than their owners. */
const names = new Map([
  [137, 'Polygon PoS'],
  [43_114, 'Avalanche C-Chain'],
  [59_144, 'Linea'],
])
const coinNames = new Map([[59_144, 'Ether']])
const blockTimes = new Map([
  [56, 450],
  [59_144, 1_000],
])

describe('the chains that Till knows', () => {
  it('are what viem defines them as', () => {
    expect(known.map(({ chainId }) => chainId).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted())
    for (const { id, name, nativeCurrency, blockTime, rpcUrls, blockExplorers } of theirs) {
      const ours = findKnownChain(id)
      expect(ours).toMatchObject({
        name: names.get(id) ?? name,
        native: { name: coinNames.get(id) ?? nativeCurrency.name, symbol: nativeCurrency.symbol },
        explorer: blockExplorers?.default.url,
      })
      expect(nativeCurrency.decimals).toBe(18)
      expect(ours?.rpcUrls).toContain(rpcUrls.default.http[0])
      const theirBlockTime = blockTimes.get(id) ?? blockTime
      if (theirBlockTime !== undefined) expect(ours?.blockTimeMs).toBe(theirBlockTime)
    }
  })

  it.each(known)('$name has a genesis of its own and two addresses of different operators', (chain) => {
    expect(chain.genesisHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(known.filter(({ genesisHash }) => genesisHash === chain.genesisHash)).toHaveLength(1)
    const hosts = chain.rpcUrls.map((url) => new URL(url))
    expect(hosts.every(({ protocol }) => protocol === 'https:')).toBe(true)
    const operators = hosts.map(({ hostname }) => hostname.split('.').slice(-2).join('.'))
    expect(new Set(operators).size).toBe(chain.rpcUrls.length)
  })

  it.each(known)('$name is not final by depth within two minutes', ({ finality, blockTimeMs, chainId }) => {
    const minutes = (finality.fallbackDepth * blockTimeMs) / 60_000
    // Avalanche takes nothing back once it has accepted it.
    expect(minutes).toBeGreaterThan(chainId === 43_114 ? 1 : 10)
  })

  it.each([
    [10, 'op-stack'],
    [130, 'op-stack'],
    [8_453, 'op-stack'],
    [534_352, 'scroll'],
    [42_161, 'arbitrum'],
    [59_144, 'linea'],
    [42_220, 'plain'],
    [1, 'plain'],
  ])('chain %i has fees of kind %s', (chainId, feeKind) => {
    expect(findKnownChain(chainId)?.feeKind).toBe(feeKind)
  })

  it('let a payment cost ten times what Celo takes at least, 25 gwei for each gas unit', () => {
    const own = agreedFees([{ base: 25_000_000_000n, tip: 0n }], findKnownChain(42_220)?.tipFloor ?? 0n)
    expect(own).toEqual({ maxFeePerGas: 50_000_000_001n, maxPriorityFeePerGas: 1n })
    const { gas, maxFeePerGas } = feeCeilings(own)
    expect(maxFeePerGas).toBeGreaterThan(250_000_000_000n)
    expect(own.maxFeePerGas * gas * 10n).toBeLessThan(feeCap(42_220, { feeCaps: {} }))
  })

  it('are not the others', () => {
    expect([5, 31_337, 11_155_111].map(findKnownChain)).toEqual([null, null, null])
  })
})
