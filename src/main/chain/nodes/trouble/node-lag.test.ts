import { expect, it } from 'vitest'
import { keepsUp, lagAfter } from './node-lag.ts'

it('a node some blocks behind keeps up if those take seconds', () => {
  expect(lagAfter(keepsUp, 98n, 100n, 12_000, 5)).toBe(keepsUp)
  expect(lagAfter(keepsUp, 50n, 100n, 250, 5)).toBe(keepsUp)
})

it('a node is behind since it was first seen behind, until it has caught up', () => {
  const behind = lagAfter(keepsUp, 88n, 100n, 2_000, 5)
  expect(behind).toEqual({ since: 5, blocks: 12 })
  const later = lagAfter(behind, 90n, 110n, 2_000, 9)
  expect(later).toEqual({ since: 5, blocks: 20 })
  expect(lagAfter(later, 112n, 111n, 2_000, 10)).toBe(keepsUp)
})

it('three blocks count as behind if the block time is unknown', () => {
  expect(lagAfter(keepsUp, 97n, 100n, null, 5).blocks).toBe(3)
  expect(lagAfter(keepsUp, 98n, 100n, null, 5)).toBe(keepsUp)
})
