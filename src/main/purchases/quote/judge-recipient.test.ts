import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { judgeRecipient } from './judge-recipient.ts'

const [one, other, contract] = ['ab', 'cd', 'ef'].map((pair) => `0x${pair.repeat(20)}`) as [Address, Address, Address]

it.each([
  ['known', [one], []],
  ['known', [other, `0x${'AB'.repeat(20)}`], [contract]],
  ['first', [], []],
  ['first-named', [], [contract, one]],
  ['first-unnamed', [], [contract]],
  ['changed', [other], []],
  ['changed', [other], [contract]],
  ['changed-named', [other], [one]],
] as const)('a payment is %s after %j, with %j named', (status, paidBefore, contracts) =>
  expect(judgeRecipient(one, paidBefore, contracts)).toBe(status),
)
