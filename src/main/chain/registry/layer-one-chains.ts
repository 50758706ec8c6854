import type { KnownChain } from './known-chain.ts'

/**
 * Chains with their own validators. Names, coins, explorers and first RPC addresses are viem's (`viem/chains` 2.57, a test compares them);
 * the second RPC addresses are publicnode.com's. Price feeds match bgd-labs/aave-address-book (Chainlink*.ts) and sablier-labs/evm-utils
 * (BaseScript.sol), unless they say otherwise. Every other fact names its source.
 */
export const layerOneChains: readonly KnownChain[] = [
  {
    chainId: 1,
    name: 'Ethereum',
    native: { name: 'Ether', symbol: 'ETH' },
    // bnb-chain/bsc, params/config.go: MainnetGenesisHash.
    genesisHash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
    // Two epochs (64 blocks) while the chain is healthy, 19 minutes in Circle's CCTP table.
    finality: { trustsTag: true, fallbackDepth: 128 },
    blockTimeMs: 12_000,
    // ethereum/go-ethereum, miner/miner.go: 0.001 gwei.
    tipFloor: 1_000_000n,
    feeKind: 'plain',
    hasPublicMempool: true,
    feeCap: '0.05',
    priceFrom: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
    explorer: 'https://etherscan.io',
    rpcUrls: ['https://ethereum.reth.rs/rpc', 'https://ethereum-rpc.publicnode.com'],
  },
  {
    chainId: 56,
    name: 'BNB Smart Chain',
    native: { name: 'BNB', symbol: 'BNB' },
    // bnb-chain/bsc, params/config.go: BSCGenesisHash.
    genesisHash: '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b',
    // Two blocks while validators vote; a quarter of an hour if voting stalls (bnb-chain/opbnb #36).
    finality: { trustsTag: true, fallbackDepth: 2_000 },
    // bnb-chain/bsc, changelog #3626 (Fermi).
    blockTimeMs: 450,
    // bnb-chain/bsc #3255: validators accept 0.05 gwei, but nodes with default settings refuse less than 1 gwei.
    tipFloor: 1_000_000_000n,
    feeKind: 'plain',
    hasPublicMempool: true,
    feeCap: '0.01',
    priceFrom: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
    explorer: 'https://bscscan.com',
    rpcUrls: ['https://56.rpc.thirdweb.com', 'https://bsc-rpc.publicnode.com'],
  },
  {
    chainId: 100,
    name: 'Gnosis',
    native: { name: 'xDAI', symbol: 'XDAI' },
    // NethermindEth/nethermind, chain specification test, and erigon's parameters.
    genesisHash: '0x4f1dd23188aab3a76b463e4af801b52b1248ef073c648cbdc4c9333d3da79756',
    // Two epochs of 16 slots are 2.7 minutes (docs.gnosischain.com); four times that.
    finality: { trustsTag: true, fallbackDepth: 128 },
    blockTimeMs: 5_000,
    // Nethermind's nodes refuse less than 1 gwei (RequestNetwork #997).
    tipFloor: 1_000_000_000n,
    feeKind: 'plain',
    hasPublicMempool: true,
    feeCap: '0.5',
    priceFrom: 'dollar',
    explorer: 'https://gnosisscan.io',
    rpcUrls: ['https://rpc.gnosischain.com', 'https://gnosis-rpc.publicnode.com'],
  },
  {
    chainId: 137,
    name: 'Polygon PoS',
    native: { name: 'POL', symbol: 'POL' },
    // 0xPolygon/bor, params/config.go: BorMainnet genesis.
    genesisHash: '0xa9c28ce2141b56c474f1dc504bee9b01eb1bd7d1a507580d5519d4437a97de1b',
    // More than 150 blocks were reorganized in February 2023, milestones stalled for 15 minutes in September 2025: half an hour.
    finality: { trustsTag: true, fallbackDepth: 900 },
    blockTimeMs: 2_000,
    // bor accepts 25 gwei, Polygon's documentation says 30.
    tipFloor: 30_000_000_000n,
    feeKind: 'plain',
    hasPublicMempool: true,
    feeCap: '5',
    // The feed is named after MATIC, which POL replaced one to one.
    priceFrom: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
    explorer: 'https://polygonscan.com',
    rpcUrls: ['https://polygon.drpc.org', 'https://polygon-bor-rpc.publicnode.com'],
  },
  {
    chainId: 43_114,
    name: 'Avalanche C-Chain',
    native: { name: 'Avalanche', symbol: 'AVAX' },
    // ava-labs/avalanchego, vms/saevm/cchain/genesis_test.go.
    genesisHash: '0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b',
    // A block is final once it is accepted (avalanchego, graft/evm/rpc/types.go).
    finality: { trustsTag: true, fallbackDepth: 64 },
    blockTimeMs: 1_700,
    // avalanchego, acp176.go: 1 wei.
    tipFloor: 1n,
    feeKind: 'plain',
    hasPublicMempool: true,
    feeCap: '0.2',
    priceFrom: '0x0A77230d17318075983913bC2145DB16C7366156',
    explorer: 'https://snowtrace.io',
    rpcUrls: ['https://api.avax.network/ext/bc/C/rpc', 'https://avalanche-c-chain-rpc.publicnode.com'],
  },
]
