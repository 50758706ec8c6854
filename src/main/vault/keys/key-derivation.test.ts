import { expect, it } from 'vitest'
import { drawKdf, isAtLeast, standardCost } from './key-derivation.ts'

it('guessing a password costs 256 MiB, three passes and four lanes, and each vault has its own salt', () => {
  const [one, other] = [drawKdf(standardCost), drawKdf(standardCost)]
  expect(one).toMatchObject({ name: 'argon2id', memoryKiB: 256 * 1024, passes: 3, lanes: 4 })
  expect(one.salt).not.toBe(other.salt)
})

it('less memory, passes or lanes is weaker, even with more of another', () => {
  expect(isAtLeast(standardCost, standardCost)).toBe(true)
  for (const part of ['memoryKiB', 'passes', 'lanes'] as const) {
    const dear = { memoryKiB: 512 * 1024, passes: 30, lanes: 8 }
    expect(isAtLeast({ ...dear, [part]: standardCost[part] - 1 }, standardCost), part).toBe(false)
  }
})
