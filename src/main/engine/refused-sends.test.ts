import type { Address, Hash } from 'viem'
import { expect, it } from 'vitest'
import { sendRefusals } from '../../shared/purchases/state.ts'
import type { Chain } from '../chain/chain.ts'
import { createStepMemory, followSteps } from './steps/follow-steps.ts'
import { signedStep } from '../../testing/engine/signed-step.ts'

const from: Address = `0x${'1'.repeat(40)}`
const hash: Hash = `0x${'a'.repeat(64)}`
const step = signedStep()

it.each(sendRefusals)('a payment that all nodes refuse (%s) is neither settled nor signed again', async (refusal) => {
  const sent: string[] = []
  let now = 0
  const chain = {
    tick: async () => ({ head: BigInt(now / 1_000), isLate: false }),
    untilTick: async () => 0,
    receipt: async () => null,
    nonces: async () => ({ mined: 3, minedSomewhere: 3, isContested: false, pending: 3 }),
    send: async (raw) => (sent.push(raw), refusal),
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  const memory = createStepMemory()
  for (; now <= 600_000; now += 1_000) {
    await followSteps({
      chain,
      from,
      steps: [step],
      registered: null,
      memory,
      isOwnNonce: () => false,
      monotonic: () => now,
      together: (work) => work(),
      commit: (_, event) => expect.unreachable(event),
    })
  }
  expect(new Set(sent)).toEqual(new Set(['0x0a']))
  expect(sent.length).toBeGreaterThan(15)
  expect(memory.refused.get(hash)).toBe(refusal)
})
