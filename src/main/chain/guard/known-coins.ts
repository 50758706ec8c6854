import type { Address } from 'viem'
import { isSameSymbol } from '../../../shared/networks/coin-names.ts'

/** A stable coin, with the same names and decimals on every chain listed here; addresses by chain id. */
export interface KnownCoin {
  /** Its names, as used by its issuer and its contracts. */
  readonly names: readonly string[]
  readonly decimals: number
  readonly currency: 'USD' | 'EUR'
  readonly addresses: Readonly<Record<number, Address>>
}

/**
 * Stable coins on the chains of the registry. USDC and EURC come from viem 2.57 (`viem/tokens`). Tether, Dai and bridged coins come from
 * their issuers and bridges, and match the lists of rotki and MetaMask/core. USDT on Avalanche comes from bgd-labs/aave-address-book. Keyed
 * by chain and address: the same address may be another coin on another chain. On BNB Smart Chain both dollar coins have 18 decimals; on
 * Gnosis the native coin is the dollar.
 */
export const knownCoins: readonly KnownCoin[] = [
  {
    names: ['USDC'],
    decimals: 6,
    currency: 'USD',
    addresses: {
      1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      10: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      130: '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
      137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      42161: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      42220: '0xcebA9300f2b948710d2653dD7B07f33A8B32118C',
      43114: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      59144: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
    },
  },
  {
    names: ['USDC.e', 'USDC'],
    decimals: 6,
    currency: 'USD',
    addresses: {
      10: '0x7F5c764cBc14f9669B88837ca1490cCa17c31607',
      100: '0x2a22f9c3b484c3629090FeED35F17Ff8F88f76F0',
      137: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      42161: '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
    },
  },
  {
    names: ['USDC'],
    decimals: 6,
    currency: 'USD',
    addresses: {
      100: '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83',
      534352: '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4',
    },
  },
  {
    names: ['USDbC'],
    decimals: 6,
    currency: 'USD',
    addresses: { 8453: '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA' },
  },
  { names: ['USDC'], decimals: 18, currency: 'USD', addresses: { 56: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d' } },
  {
    names: ['USDT', 'USDT0'],
    decimals: 6,
    currency: 'USD',
    addresses: {
      1: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      10: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
      100: '0x4ECaBa5870353805a9F068101A40E0f32ed605C6',
      137: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      42161: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      42220: '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e',
      43114: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
      59144: '0xA219439258ca9da29E9Cc4cE5596924745e12B93',
      534352: '0xf55BEC9cafDbE8730f096Aa55dad6D22d44099Df',
    },
  },
  {
    names: ['USDT', 'BSC-USD'],
    decimals: 18,
    currency: 'USD',
    addresses: { 56: '0x55d398326f99059fF775485246999027B3197955' },
  },
  {
    names: ['DAI'],
    decimals: 18,
    currency: 'USD',
    addresses: {
      1: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      10: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      137: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
      8453: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
      42161: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    },
  },
  {
    names: ['WXDAI'],
    decimals: 18,
    currency: 'USD',
    addresses: { 100: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d' },
  },
  {
    names: ['cUSD'],
    decimals: 18,
    currency: 'USD',
    addresses: { 42220: '0x765DE816845861e75A25fCA122bb6898B8B1282a' },
  },
  {
    names: ['PYUSD'],
    decimals: 6,
    currency: 'USD',
    addresses: { 1: '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8' },
  },
  {
    names: ['EURC'],
    decimals: 6,
    currency: 'EUR',
    addresses: {
      1: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c',
      8453: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42',
      43114: '0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD',
    },
  },
]

/** Returns whether a stable coin of any known network has this name. */
export function isStableCoinName(symbol: string): boolean {
  return knownCoins.some(({ names }) => names.some((name) => isSameSymbol(name, symbol)))
}
