import { expect, it } from 'vitest'
import { keepsUp, lagAfter } from './node-lag.ts'

it('a node some blocks behind keeps up where those take seconds', () => {
  expect(lagAfter(keepsUp, 98n, 100n, 12_000, 5)).toBe(keepsUp)
  expect(lagAfter(keepsUp, 50n, 100n, 250, 5)).toBe(keepsUp)
})

it('a node is behind since it was first seen so, until it has caught up', () => {
  const behind = lagAfter(keepsUp, 88n, 100n, 2_000, 5)
  expect(behind).toEqual({ since: 5, blocks: 12 })
  const later = lagAfter(behind, 90n, 110n, 2_000, 9)
  expect(later).toEqual({ since: 5, blocks: 20 })
  expect(lagAfter(later, 112n, 111n, 2_000, 10)).toBe(keepsUp)
})

it('three blocks are behind where nobody knows the pace', () => {
  expect(lagAfter(keepsUp, 97n, 100n, null, 5).blocks).toBe(3)
  expect(lagAfter(keepsUp, 98n, 100n, null, 5)).toBe(keepsUp)
})
