export interface TokenDefinition {
  readonly id: number
  readonly symbol: 'USDC' | 'USDT' | 'DAI'
  readonly name: string
  readonly decimals: number
  readonly friendlyDecimals: number
  readonly contract: 'TestToken' | 'SilentToken'
  readonly minAllowance: string
  readonly maxAllowance: string
}

export interface NetworkDefinition {
  readonly key: string
  readonly name: string
  readonly chainId: number
  readonly networkType: 'EVM' | 'SVM'
  readonly isActive: boolean
  readonly rank: number
  readonly color: string
  readonly native: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

export interface LiveNetwork extends NetworkDefinition {
  /** How its quotes are paid: by an ERC-20 transfer to the treasury, or by a router call. */
  readonly payment: 'transfer' | 'router'
}

/** The tokens deployed on every live network. */
export const tokenDefinitions: readonly TokenDefinition[] = [
  {
    id: 1,
    symbol: 'USDC',
    name: 'USDC play coin',
    decimals: 6,
    friendlyDecimals: 2,
    contract: 'TestToken',
    minAllowance: '0.1',
    maxAllowance: '5000',
  },
  {
    id: 2,
    symbol: 'USDT',
    name: 'USDT play coin',
    decimals: 6,
    friendlyDecimals: 2,
    contract: 'SilentToken',
    minAllowance: '0.1',
    maxAllowance: '5000',
  },
  {
    id: 3,
    symbol: 'DAI',
    name: 'DAI play coin',
    decimals: 18,
    friendlyDecimals: 4,
    contract: 'TestToken',
    minAllowance: '0.1',
    maxAllowance: '5000',
  },
]

const ether = { name: 'Play Ether', symbol: 'ETH', decimals: 18 }

/** The networks with a running chain; no public network has their chain ids. */
export const liveNetworks: readonly LiveNetwork[] = [
  {
    key: 'harbour',
    name: 'Harbour',
    chainId: 913_370_101,
    networkType: 'EVM',
    isActive: true,
    rank: 1,
    color: '#0f6f8c',
    native: ether,
    payment: 'transfer',
  },
  {
    key: 'meadow',
    name: 'Meadow',
    chainId: 913_370_102,
    networkType: 'EVM',
    isActive: true,
    rank: 2,
    color: '#4d7c0f',
    native: ether,
    payment: 'router',
  },
]

/** Networks that are listed but cannot take payments, so that a client must say why. */
export const listedNetworks: readonly NetworkDefinition[] = [
  {
    key: 'granite',
    name: 'Granite',
    chainId: 913_370_103,
    networkType: 'EVM',
    isActive: false,
    rank: 3,
    color: '#57534e',
    native: ether,
  },
  {
    key: 'lantern',
    name: 'Lantern',
    chainId: 913_370_104,
    networkType: 'SVM',
    isActive: true,
    rank: 4,
    color: '#9333ea',
    native: { name: 'Play Lantern', symbol: 'LTN', decimals: 9 },
  },
]
