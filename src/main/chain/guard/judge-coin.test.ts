import fc from 'fast-check'
import { getAddress, zeroAddress, type Address } from 'viem'
import * as viemTokens from 'viem/tokens'
import { describe, expect, it } from 'vitest'
import { dollarCoins, isDollarName, isSameSymbol } from '../../../shared/networks/coin-names.ts'
import { judgeCoin } from './judge-coin.ts'
import { knownCoins } from './known-coins.ts'

const pins = knownCoins.flatMap(({ addresses, names, decimals, currency }) =>
  Object.entries(addresses).map(([chainId, address]) => ({
    chainId: Number(chainId),
    address,
    names,
    decimals,
    currency,
  })),
)
const pin = fc.constantFrom(...pins)
const anAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => {
  return `0x${Buffer.from(bytes).toString('hex')}` as Address
})

describe('the known coins', () => {
  it('have checksummed addresses, each listed once per network', () => {
    expect(pins.map(({ address }) => address)).toEqual(pins.map(({ address }) => getAddress(address)))
    expect(new Set(pins.map(({ chainId, address }) => `${chainId} ${address}`)).size).toBe(pins.length)
    expect(pins.filter(({ address }) => address === zeroAddress)).toEqual([])
  })

  it('of dollars are exactly the ones that the window and the search call dollars', () => {
    const names = (currency: string): string[] =>
      pins.filter((coin) => coin.currency === currency).flatMap((coin) => coin.names)
    expect(new Set(names('USD'))).toEqual(new Set(dollarCoins))
    expect(names('EUR').filter(isDollarName)).toEqual([])
  })

  it('match viem’s list, where viem lists them', () => {
    const compared = pins.flatMap((coin) =>
      [viemTokens.usdc, viemTokens.eurc].flatMap((theirs) => {
        const at = (theirs.addresses as Readonly<Record<number, string>>)[coin.chainId]
        return at === coin.address ? [{ coin, theirs }] : []
      }),
    )
    expect(compared).toHaveLength(12)
    for (const { coin, theirs } of compared) {
      expect(coin).toMatchObject({ decimals: theirs.decimals, currency: theirs.currency })
      expect(coin.names[0]).toBe(theirs.symbol)
    }
  })
})

describe('a listed coin', () => {
  it('is known under each of its names, in any spelling', () => {
    for (const { names, chainId, address, decimals, currency } of pins) {
      for (const symbol of names.flatMap((name) => [name, name.toLowerCase()])) {
        const listed = { chainId, address: address.toLowerCase() as Address, symbol, decimals }
        expect(judgeCoin(listed)).toEqual({ is: 'known', currency })
      }
    }
    const arbitrum = { chainId: 42161, address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 } as const
    expect(judgeCoin({ ...arbitrum, symbol: 'USD₮0' })).toEqual({ is: 'known', currency: 'USD' })
  })

  it('with other decimals, or under another name, is a lie', () => {
    fc.assert(
      fc.property(pin, fc.integer({ min: 0, max: 255 }), ({ chainId, address, names, decimals }, other) => {
        const symbol = names[0] ?? ''
        expect(judgeCoin({ chainId, address, symbol, decimals: other }).is).toBe(other === decimals ? 'known' : 'lie')
      }),
    )
    fc.assert(
      fc.property(pin, fc.string(), ({ chainId, address, names, decimals }, symbol) => {
        const isIts = names.some((name) => isSameSymbol(name, symbol))
        expect(judgeCoin({ chainId, address, symbol, decimals }).is).toBe(isIts ? 'known' : 'lie')
      }),
    )
  })

  it('at another address is a namesake if its name is known, else unknown', () => {
    fc.assert(
      fc.property(pin, pin, anAddress, (there, { names, decimals }, address) => {
        const known = pins.filter(({ chainId }) => chainId === there.chainId)
        fc.pre(!known.some((one) => one.address.toLowerCase() === address))
        const symbol = names[0] ?? ''
        const hasNamesake = known.some((one) => one.names.some((name) => isSameSymbol(name, symbol)))
        expect(judgeCoin({ chainId: there.chainId, address, symbol, decimals }).is).toBe(
          hasNamesake ? 'namesake' : 'unknown',
        )
      }),
    )
  })

  it('on an unknown network is unknown', () => {
    const { address, decimals } = pins[0] ?? { address: zeroAddress, decimals: 0 }
    expect(judgeCoin({ chainId: 7_777, address, symbol: 'USDC', decimals })).toEqual({ is: 'unknown' })
  })
})
