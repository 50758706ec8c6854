import { toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { Case } from './case.ts'
import { PAY, TRANSFER } from './case.ts'
import { runQuotes } from './run.ts'

it('signs no wrong quote and refuses no correct one', () => {
  const wrong: Case[] = []
  const report = runQuotes(20_000, 1, (one) => wrong.push(one))
  expect(wrong.slice(0, 3)).toEqual([])
  expect(report).toMatchObject({ wronglySigned: 0, wronglyRefused: 0 })
  // Both kinds are frequent among the quotes drawn.
  expect(report.right / report.cases).toBeGreaterThan(0.3)
  expect(report.right / report.cases).toBeLessThan(0.8)
})

it('knows the calls by the selectors of their signatures', () => {
  expect(toFunctionSelector('function transfer(address,uint256)')).toBe(`0x${TRANSFER}`)
  expect(toFunctionSelector('function pay(address,uint256,uint256)')).toBe(`0x${PAY}`)
})
