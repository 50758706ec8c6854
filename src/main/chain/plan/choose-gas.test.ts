import fc from 'fast-check'
import { bytesToHex, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { chooseGas, GAS_CEILING } from './choose-gas.ts'

const data = fc.uint8Array({ maxLength: 200 }).map((bytes) => bytesToHex(bytes))
const gas = fc.bigInt({ min: 0n, max: GAS_CEILING })
const fallback = 100_000n
/** An ERC-20 transfer of a small amount, to an address without zeros. */
const transfer: Hex = `0xa9059cbb${'0'.repeat(24)}${'b7'.repeat(20)}${'0'.repeat(58)}4d7578`

it('chooses the larger of the request and the estimate with a margin, between 21,000 and the ceiling', () => {
  fc.assert(
    fc.property(data, fc.option(gas), fc.option(gas), (bytes, requested, estimate) => {
      const chosen = chooseGas({ data: bytes, requested, estimate, fallback })
      expect(chosen).toBeGreaterThanOrEqual(21_000n)
      expect(chosen).toBeLessThanOrEqual(GAS_CEILING)
      if (estimate !== null) {
        expect(chosen).toBeGreaterThanOrEqual(estimate)
        expect(chosen).toBeGreaterThanOrEqual(requested ?? 0n)
        if (estimate > 21_000n && estimate < GAS_CEILING / 2n) expect(chosen).toBeGreaterThan(estimate + estimate / 5n)
      }
    }),
  )
})

it.each([
  ['nothing', 0n],
  ['less than any transaction costs', 20_999n],
  ['less than its bytes cost', 21_000n],
])('ignores a request for %s', (_, requested) => {
  expect(chooseGas({ data: transfer, requested, estimate: 50_000n, fallback })).toBe(65_000n)
  expect(chooseGas({ data: transfer, requested, estimate: null, fallback })).toBe(fallback)
})

it('takes a plausible request if the network gives no estimate', () => {
  expect(chooseGas({ data: transfer, requested: 80_000n, estimate: null, fallback })).toBe(80_000n)
  expect(chooseGas({ data: transfer, estimate: null, fallback })).toBe(fallback)
  expect(chooseGas({ data: '0x', requested: 21_000n, estimate: null, fallback })).toBe(21_000n)
})

it.each<[Hex, bigint]>([
  ['0x', 21_000n],
  ['0x00', 21_010n],
  ['0x01', 21_040n],
  ['0x000001', 21_060n],
])('never goes below what the bytes %s alone cost', (bytes, least) => {
  expect(chooseGas({ data: bytes, estimate: 1n, fallback })).toBe(least)
  expect(chooseGas({ data: bytes, estimate: null, fallback: 0n })).toBe(least)
})

it('is exact only if no code runs', () => {
  expect(chooseGas({ data: '0x', estimate: 21_000n, fallback })).toBe(21_000n)
  expect(chooseGas({ data: '0x', estimate: 21_001n, fallback })).toBe(27_301n)
  expect(chooseGas({ data: '0x01', estimate: 21_000n, fallback })).toBe(27_300n)
  expect(chooseGas({ data: '0x', estimate: 300_000n, fallback })).toBe(390_000n)
})

it('exceeds the ceiling if the estimate or the request does, and the guard then refuses', () => {
  expect(chooseGas({ data: '0x', estimate: GAS_CEILING + 1n, fallback })).toBeGreaterThan(GAS_CEILING)
  expect(chooseGas({ data: '0x', requested: GAS_CEILING + 1n, estimate: 1n, fallback })).toBeGreaterThan(GAS_CEILING)
})
