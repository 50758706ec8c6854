import type { Address, Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain, NonceUse, BlockStatus } from '../../chain/chain.ts'
import { findHeldPayment } from './held-payment.ts'
import { signedStep } from '../../../testing/engine/signed-step.ts'

const from: Address = `0x${'1'.repeat(40)}`
const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`
const [original, cancel, foreign] = [hashOf('a'), hashOf('c'), hashOf('f')]
const step = signedStep({
  signed: [
    { hash: original, raw: '0x0a', purpose: 'original' },
    { hash: cancel, raw: '0x0c', purpose: 'cancel' },
  ],
})
const block = { number: 10n, hash: hashOf('d') }
const final: BlockStatus = { state: 'final', isBacked: true }

/** Finds a payment on a chain where `hash` used the nonce, as its nodes show it. */
function find(
  hash: Hash | null,
  changes: Partial<NonceUse> = {},
  blockStatus = final,
): ReturnType<typeof findHeldPayment> {
  const chain = {
    nonceUse: async () => hash && { hash, block, emitted: false, call: null, isBacked: true, ...changes },
    blockStatus: async () => blockStatus,
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  return findHeldPayment(chain, from, step)
}

describe('a payment whose outcome no node shows', () => {
  it('is in the final block that the majority of nodes shows', async () => {
    expect(await find(original)).toEqual({
      state: 'mined',
      minedHash: original,
      blockNumber: 10n,
      blockHash: block.hash,
      feeUnits: null,
      l1FeeUnits: null,
    })
  })

  it.each([
    ['no node shows what used its nonce', null, {}, final],
    ['something else used its nonce', foreign, {}, final],
    ['its cancel used the nonce', cancel, {}, final],
    ['one node alone shows it', original, { isBacked: false }, final],
    ['its block is not final', original, {}, { state: 'open', isBacked: true }],
    ['its block is gone', original, {}, { state: 'gone', isBacked: true }],
    ['one node alone calls its block final', original, {}, { state: 'final', isBacked: false }],
  ] as const)('is in none if %s', async (_, hash, changes, blockStatus) => {
    expect(await find(hash, changes, blockStatus)).toBeNull()
  })
})
