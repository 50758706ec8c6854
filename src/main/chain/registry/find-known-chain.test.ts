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
import { concat, getAddress, keccak256, numberToHex, pad, size, toRlp, zeroAddress, zeroHash } from 'viem'
import type { Chain as ViemChain, Hash, Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { agreedFees } from '../nodes/agree/agree.ts'
import { feeCap } from '../guard/fee-cap.ts'
import { feeCeilings } from '../plan/plan-payment.ts'
import { findKnownChain } from './find-known-chain.ts'
import { layerOneChains } from './layer-one-chains.ts'
import { rollups } from './rollups.ts'

const known = [...layerOneChains, ...rollups]
const theirs: readonly ViemChain[] = [
  mainnet,
  optimism,
  bsc,
  gnosis,
  unichain,
  polygon,
  base,
  arbitrum,
  celo,
  avalanche,
  linea,
  scroll,
]
/** Exceptions: viem 2.57 is out of date, or uses another name than the owner. */
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

interface Header {
  readonly stateRoot?: Hash
  readonly difficulty?: bigint
  readonly gasLimit: bigint
  readonly timestamp?: bigint
  readonly extraData?: Hex
  readonly baseFee?: bigint
}

/** Returns the hash of a block 0 without transactions, given its non-zero header fields. */
function hashOf({ stateRoot = zeroHash, extraData = '0x', baseFee, ...numbers }: Header): Hash {
  const { difficulty = 0n, gasLimit, timestamp = 0n } = numbers
  const noTrie = keccak256(toRlp('0x'))
  const noUncles = keccak256(toRlp([]))
  const number = (value: bigint): Hex => (value === 0n ? '0x' : numberToHex(value, { size: size(numberToHex(value)) }))
  return keccak256(
    toRlp([
      zeroHash,
      noUncles,
      zeroAddress,
      stateRoot,
      noTrie,
      noTrie,
      pad('0x', { size: 256 }),
      number(difficulty),
      number(0n),
      number(gasLimit),
      number(0n),
      number(timestamp),
      extraData,
      zeroHash,
      pad('0x', { size: 8 }),
      ...(baseFee === undefined ? [] : [number(baseFee)]),
    ]),
  )
}

describe('the known chains', () => {
  it('match viem’s definitions', () => {
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

  it.each(known)('$name has its own genesis and two addresses of different operators', (chain) => {
    expect(chain.genesisHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(known.filter(({ genesisHash }) => genesisHash === chain.genesisHash)).toHaveLength(1)
    const hosts = chain.rpcUrls.map((url) => new URL(url))
    expect(hosts.every(({ protocol }) => protocol === 'https:')).toBe(true)
    const operators = hosts.map(({ hostname }) => hostname.split('.').slice(-2).join('.'))
    expect(new Set(operators).size).toBe(chain.rpcUrls.length)
  })

  it.each([
    // Arbitrum Classic began with an empty header.
    [42_161, { gasLimit: 288_000_000n }],
    [
      59_144,
      {
        stateRoot: '0x716659ad8045834538750b4c0885b6759b6b096e14a0ccda4e301e49de97987f' as const,
        difficulty: 1n,
        gasLimit: 61_000_000n,
        timestamp: 0x6391bff3n,
        baseFee: 8n,
        // 32 bytes, the signer, and space for a signature.
        extraData: concat([zeroHash, '0x8f81e2e3f8b46467523463835f965ffe476e1c9e', pad('0x', { size: 65 })]),
      },
    ],
  ] as const)('chain %i has the genesis hash of its first header', (chainId, header) => {
    expect(findKnownChain(chainId)?.genesisHash).toBe(hashOf(header))
  })

  it.each(known)('$name is not final by depth within two minutes', ({ finality, blockTimeMs, chainId }) => {
    const minutes = (finality.fallbackDepth * blockTimeMs) / 60_000
    // Avalanche never reverts an accepted block.
    expect(minutes).toBeGreaterThan(chainId === 43_114 ? 1 : 10)
  })

  it('have a price feed each, but for the dollar of Gnosis, and Unichain, whose ether is priced on Ethereum', () => {
    const feeds = known.flatMap(({ priceFrom }) =>
      typeof priceFrom === 'object' || priceFrom === 'dollar' ? [] : [priceFrom],
    )
    expect(feeds).toEqual(feeds.map((feed) => getAddress(feed)))
    expect(new Set(feeds).size).toBe(known.length - 2)
    expect([findKnownChain(100)?.priceFrom, findKnownChain(130)?.priceFrom]).toEqual(['dollar', { chainId: 1 }])
    expect(findKnownChain(130)?.native).toEqual(findKnownChain(1)?.native)
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

  it('let a payment cost ten times Celo’s minimum, 25 gwei per gas unit', () => {
    const own = agreedFees([{ base: 25_000_000_000n, tip: 0n }], findKnownChain(42_220)?.tipFloor ?? 0n)
    expect(own).toEqual({ maxFeePerGas: 50_000_000_001n, maxPriorityFeePerGas: 1n })
    const { gas, maxFeePerGas } = feeCeilings(own)
    expect(maxFeePerGas).toBeGreaterThan(250_000_000_000n)
    expect(own.maxFeePerGas * gas * 10n).toBeLessThan(feeCap(42_220, { feeCaps: {} }))
  })

  it('do not include others', () => {
    expect([5, 31_337, 11_155_111].map(findKnownChain)).toEqual([null, null, null])
  })
})
