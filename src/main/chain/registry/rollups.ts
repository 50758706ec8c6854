import type { KnownChain } from './known-chain.ts'

const ether = { name: 'Ether', symbol: 'ETH' } as const

/** The pool of geth (core/txpool/legacypool, PriceLimit), which these chains use, accepts 1 wei. */
const POOL_FLOOR = 1n

/**
 * Chains with one sequencer that settle on another chain. Names, coins, explorers and first RPC addresses are viem's (`viem/chains` 2.57, a
 * test compares them); the second RPC addresses are publicnode.com's. Price feeds match bgd-labs/aave-address-book (Chainlink*.ts) and
 * sablier-labs/evm-utils (BaseScript.sol), unless they say otherwise. Every other fact names its source. On the OP Stack a block is final
 * within half an hour (ethereum-optimism/docs, transaction-finality.mdx): depths here are an hour.
 */
export const rollups: readonly KnownChain[] = [
  {
    chainId: 10,
    name: 'OP Mainnet',
    native: ether,
    // ethereum-optimism/op-geth, core/superchain.go: the first block, not the one the chain restarted with at 105,235,063.
    genesisHash: '0x7ca38a1916c42007829c55e69d3e9a73265554b586a499015373241b8a3fa48b',
    finality: { trustsTag: true, fallbackDepth: 1_800 },
    blockTimeMs: 2_000,
    tipFloor: POOL_FLOOR,
    feeKind: 'op-stack',
    hasPublicMempool: false,
    feeCap: '0.005',
    priceFrom: '0x13e3Ee699D1909E989722E753853AE30b17e08c5',
    explorer: 'https://optimistic.etherscan.io',
    rpcUrls: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com'],
  },
  {
    chainId: 130,
    name: 'Unichain',
    native: ether,
    // ethereum-optimism/superchain-registry, mainnet/unichain.toml.
    genesisHash: '0x3425162ddf41a0a1f0106d67b71828c9a9577e6ddeb94e4f33d2cde1fdc3befe',
    finality: { trustsTag: true, fallbackDepth: 3_600 },
    blockTimeMs: 1_000,
    tipFloor: POOL_FLOOR,
    feeKind: 'op-stack',
    hasPublicMempool: false,
    feeCap: '0.005',
    // Neither list of feeds has one of Chainlink here.
    priceFrom: { chainId: 1 },
    explorer: 'https://uniscan.xyz',
    rpcUrls: ['https://mainnet.unichain.org/', 'https://unichain-rpc.publicnode.com'],
  },
  {
    chainId: 8_453,
    name: 'Base',
    native: ether,
    // base/base, registry/configs/base-mainnet.toml.
    genesisHash: '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
    finality: { trustsTag: true, fallbackDepth: 1_800 },
    blockTimeMs: 2_000,
    tipFloor: POOL_FLOOR,
    feeKind: 'op-stack',
    hasPublicMempool: false,
    feeCap: '0.005',
    priceFrom: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
    explorer: 'https://basescan.org',
    rpcUrls: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
  },
  {
    chainId: 42_161,
    name: 'Arbitrum One',
    native: ether,
    // The hash of an empty header (a test computes it), with which every Arbitrum Classic chain began; foundry-rs/foundry
    // (crates/cast/src/lib.rs) and subsquid/squid-sdk use it for Arbitrum.
    genesisHash: '0x7ee576b35482195fc49205cec9af72ce14f003b9ae69f6ba0faef4514be8b442',
    // 18 minutes in Wormhole's table; an hour.
    finality: { trustsTag: true, fallbackDepth: 14_400 },
    blockTimeMs: 250,
    // OffchainLabs/arbitrum-docs, gas-and-fees.mdx: the tip is ignored.
    tipFloor: 0n,
    feeKind: 'arbitrum',
    hasPublicMempool: false,
    feeCap: '0.005',
    priceFrom: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
    explorer: 'https://arbiscan.io',
    rpcUrls: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
  },
  {
    chainId: 42_220,
    name: 'Celo',
    native: { name: 'CELO', symbol: 'CELO' },
    // celo-org's parameters and celo-reth's test: the first block, not the one the chain restarted with at 31,056,500.
    genesisHash: '0x19ea3339d3c8cda97235bc8293240d5b9dadcdfbb5d4b0b90ee731cac1bd11c3',
    // No documentation was found on what the tag means since Celo became a rollup.
    finality: { trustsTag: false, fallbackDepth: 3_600 },
    blockTimeMs: 1_000,
    tipFloor: POOL_FLOOR,
    // docs.celo.org, specifications: L1 fee and operator fee are zero.
    feeKind: 'plain',
    hasPublicMempool: false,
    feeCap: '5',
    // bgd-labs/aave-address-book and hyplabs/ts-chainlink-datafeed.
    priceFrom: '0x0568fD19986748cEfF3301e55c0eb1E729E0Ab7e',
    explorer: 'https://celoscan.io',
    rpcUrls: ['https://forno.celo.org', 'https://celo-rpc.publicnode.com'],
  },
  {
    chainId: 59_144,
    name: 'Linea',
    native: ether,
    // MetaMask's end-to-end tests show the header with this hash (a test computes it). Its signer is the coinbase of chain 59144 in
    // Consensys/linea-monorepo (prover).
    genesisHash: '0xb6762a65689107b2326364aefc18f94cda413209fab35c00d4af51eaa20ffbc6',
    // Final on Ethereum within 16 hours (Consensys/doc.linea, transaction-finality.mdx).
    finality: { trustsTag: true, fallbackDepth: 57_600 },
    blockTimeMs: 1_000,
    tipFloor: POOL_FLOOR,
    feeKind: 'linea',
    hasPublicMempool: false,
    feeCap: '0.005',
    priceFrom: '0x3c6Cd9Cc7c7a4c2Cf5a82734CD249D7D593354dA',
    explorer: 'https://lineascan.build',
    rpcUrls: ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com'],
  },
  {
    chainId: 534_352,
    name: 'Scroll',
    native: ether,
    // scroll-tech/go-ethereum, params/config.go: ScrollMainnetGenesisHash.
    genesisHash: '0xbbc05efd412b7cd47a2ed0e5ddfcf87af251e414ea4c801d78b6784513180a80',
    // At most 17 blocks are reorganized (docs.scroll.io, DarwinV2), and many nodes do not support the tag; an hour.
    finality: { trustsTag: true, fallbackDepth: 1_200 },
    blockTimeMs: 3_000,
    tipFloor: POOL_FLOOR,
    feeKind: 'scroll',
    hasPublicMempool: false,
    feeCap: '0.005',
    priceFrom: '0x6bF14CB0A831078629D993FDeBcB182b21A8774C',
    explorer: 'https://scrollscan.com',
    rpcUrls: ['https://rpc.scroll.io', 'https://scroll-rpc.publicnode.com'],
  },
]
