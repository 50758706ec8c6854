import { serializeTransaction, type Address, type Hash } from 'viem'
import { expect, it } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { createStepMemory, followSteps, type StepEvent } from './steps/follow-steps.ts'
import { signedStep } from '../../testing/engine/signed-step.ts'

const from: Address = `0x${'1'.repeat(40)}`
const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`
const call = { to: hashOf('7').slice(0, 42) as Address, data: '0x05', value: 0n } as const
const [original, registered] = [hashOf('a'), hashOf('e')]

it('finds a payment registered in another program’s bytes after a reorganization mines them again', async () => {
  const raw = serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 3, ...call })
  const step = signedStep({ signed: [{ hash: original, raw, purpose: 'original' }] })
  const block = { number: 10n, hash: hashOf('d') }
  const receipt = {
    hash: registered,
    succeeded: true,
    blockNumber: 10n,
    blockHash: block.hash,
    fee: 21n,
    l1Fee: 0n,
    isBacked: true,
  }
  const moves: StepEvent[] = []
  const memory = createStepMemory()
  let head = 20n
  const chain = {
    tick: async () => ({ head, isLate: false }),
    untilTick: async () => 0,
    receipt: async (hash) => (hash === registered ? receipt : null),
    nonces: async () => ({ mined: 4, minedSomewhere: 4, isContested: false, pending: 4 }),
    blockStatus: async () => ({ state: 'final', isBacked: true }),
    nonceUse: async () => ({ hash: registered, block, isBacked: true, emitted: false, call }),
    isUnchanged: async () => true,
    send: async () => null,
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  for (let now = 0; now < 60 * 60_000; now += 60_000) {
    head += 5n
    await followSteps({
      chain,
      from,
      steps: [step],
      registered,
      memory,
      isOwnNonce: () => true,
      monotonic: () => now,
      commit: (_, event) => moves.push(event) > 0,
      together: (work) => work(),
    })
  }
  expect(moves).toContain('mined')
})
