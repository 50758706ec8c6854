import { describe, expect, it } from 'vitest'
import { knownCoins } from './known-coins.ts'
import { isNativePlaceholder, judgeNativeCoin, nativeSymbolOf } from './native-coin.ts'
import { layerOneChains } from '../registry/layer-one-chains.ts'
import { rollups } from '../registry/rollups.ts'

const UNKNOWN = 7_777

describe('a listed native coin', () => {
  it.each([...layerOneChains, ...rollups])('of $name is the registry’s with 18 decimals, and nothing else', (chain) => {
    const { chainId, native } = chain
    const judge = (symbol: string, decimals = 18): string => judgeNativeCoin({ chainId, symbol, decimals })
    expect(judge(native.symbol)).toBe('known')
    expect(judge(native.symbol.toLowerCase())).toBe('known')
    expect(['USDC', 'DAI', 'XYZ', ''].map((symbol) => judge(symbol))).toEqual(['lie', 'lie', 'lie', 'lie'])
    expect([0, 6, 17, 19].map((decimals) => judge(native.symbol, decimals))).toEqual(['lie', 'lie', 'lie', 'lie'])
    expect(nativeSymbolOf(chainId, 'USDC')).toBe(native.symbol)
  })

  it('of an unknown chain is a lie if it has a stable coin’s name or an unreadable one', () => {
    const judge = (symbol: string): string => judgeNativeCoin({ chainId: UNKNOWN, symbol, decimals: 18 })
    for (const name of knownCoins.flatMap(({ names }) => names)) {
      expect([judge(name), judge(name.toLowerCase()), judge(`${name.slice(0, 1)} ${name.slice(1)}`)]).toEqual([
        'lie',
        'lie',
        'lie',
      ])
    }
    // The last letter is Cyrillic.
    expect([judge('USD₮'), judge('USD\u0421')]).toEqual(['lie', 'lie'])
  })

  it('of an unknown chain is what the service says, with 18 decimals', () => {
    expect(judgeNativeCoin({ chainId: UNKNOWN, symbol: 'ALP', decimals: 18 })).toBe('unknown')
    expect(judgeNativeCoin({ chainId: UNKNOWN, symbol: '', decimals: 18 })).toBe('unknown')
    expect(judgeNativeCoin({ chainId: UNKNOWN, symbol: 'ALP', decimals: 19 })).toBe('lie')
    expect(nativeSymbolOf(UNKNOWN, 'ALP')).toBe('ALP')
  })
})

it('only two addresses stand for the native coin, in any spelling', () => {
  expect(isNativePlaceholder('0x0000000000000000000000000000000000000000')).toBe(true)
  expect(isNativePlaceholder('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')).toBe(true)
  expect(isNativePlaceholder('0x0000000000000000000000000000000000000001')).toBe(false)
})
