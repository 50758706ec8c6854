import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { readAddress } from './read-address.ts'

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

it('reads an address in one case, or in mixed case with a valid checksum, with spaces around it', () => {
  for (const text of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`, ` ${address}\n`])
    expect(readAddress(text)).toEqual({ address })
})

it('refuses mixed case with any letter in the wrong case', () => {
  for (const [index, sign] of [...address].entries()) {
    if (index < 2 || !/[a-f]/i.test(sign)) continue
    const swapped = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()
    expect(readAddress(address.slice(0, index) + swapped + address.slice(index + 1))).toEqual({ problem: 'checksum' })
  }
})

it.each(['', '0x', address.slice(0, -1), `${address}0`, address.replace('8', 'g'), address.slice(2), 'till.eth'])(
  'refuses what is not an address: %s',
  (text) => expect(readAddress(text)).toEqual({ problem: 'not-an-address' }),
)

it('accepts an address that only looks mixed, since its letters all have one case', () => {
  const figures = `0x${'1'.repeat(39)}A`
  expect(readAddress(figures)).toEqual({ address: getAddress(figures.toLowerCase()) })
})
