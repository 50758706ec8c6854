import { serializeTransaction, type Address, type Hash } from 'viem'
import { expect, it } from 'vitest'
import type { SendRefusal } from '../../shared/purchase.ts'
import type { Chain, NonceUse, Receipt, Standing } from '../chain/chain.ts'
import { createStepMemory, followSteps, type StepEvent, type StepMemory } from './follow-steps.ts'
import type { StepRecord } from './step-record.ts'

const from: Address = `0x${'1'.repeat(40)}`
const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`
const [original, bump, cancel] = [hashOf('a'), hashOf('b'), hashOf('c')]
const call = { to: hashOf('7').slice(0, 42) as Address, data: '0x05', value: 0n } as const
const raw = serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 3, ...call })
const unseen = { minedHash: null, blockNumber: null, blockHash: null, feeUnits: null }
const step: StepRecord = {
  position: 0,
  kind: 'pay',
  state: 'signed',
  nonce: 3,
  ...unseen,
  signed: [{ hash: original, raw, purpose: 'original' }],
}
const receipt = (hash: Hash, changes: Partial<Receipt> = {}): Receipt => ({
  ...{ hash, succeeded: true, blockNumber: 10n, blockHash: hashOf('d'), fee: 21n, isBacked: true },
  ...changes,
})

interface Seen {
  readonly receipts?: readonly Receipt[]
  readonly head?: bigint
  readonly isLate?: boolean
  readonly pending?: number
  readonly mined?: number
  readonly standing?: Standing
  readonly use?: NonceUse
  readonly refusal?: SendRefusal
  /** Whether its nodes answer for another chain by now. */
  readonly isSwapped?: boolean
  readonly isTaken?: (nonce: number) => boolean
}

const open: Standing = { state: 'open', isBacked: false }
const final: Standing = { state: 'final', isBacked: true }
const gone: Standing = { state: 'gone', isBacked: true }
/** Of a process that noticed some time ago that the nonce is used. */
const noticed = (): StepMemory => ({
  ...createStepMemory(),
  unclear: new Map([original, cancel].map((hash) => [hash, { tries: 1, nextAt: 0 }])),
})

/** Looks once at a chain that answers as it is told; answers the moves and what was sent. */
async function look(
  one: StepRecord,
  seen: Seen,
  told: Hash | null = null,
  memory = noticed(),
): Promise<{ moves: StepEvent[]; sent: string[] }> {
  const [moves, sent]: [StepEvent[], string[]] = [[], []]
  const chain = {
    tick: async () => ({ head: seen.head ?? 10n, isLate: seen.isLate ?? false }),
    untilTick: async () => 0,
    receipt: async (hash) => seen.receipts?.find((known) => known.hash === hash) ?? null,
    async nonces() {
      const mined = seen.mined ?? 3
      return { mined, minedSomewhere: seen.receipts ? 4 : mined, isContested: false, pending: seen.pending ?? 3 }
    },
    standing: async () => seen.standing ?? open,
    nonceUse: async () => seen.use ?? null,
    isUnchanged: async () => !seen.isSwapped,
    send: async (raw) => (sent.push(raw), seen.refusal ?? null),
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  await followSteps({
    ...{ chain, from, steps: [one], told, memory, isTaken: seen.isTaken ?? (() => false), monotonic: () => 0 },
    commit: (_, event) => moves.push(event) > 0,
    together: (work) => work(),
  })
  return { moves, sent }
}

it('that was registered in bytes of another program is not sent in its own once a reorganization took it back', async () => {
  // Another program with the same key sped it up (`isOwnElsewhere`), and that hash was registered.
  const told = hashOf('e')
  const mined = {
    ...step,
    state: 'mined',
    minedHash: told,
    blockNumber: 9n,
    blockHash: hashOf('d'),
    feeUnits: 1n,
  } as const
  const { moves, sent } = await look(mined, { standing: gone }, told, createStepMemory())
  expect(moves).toEqual(['reorged'])
  // Design, rule 8: once registered, only the registered payment is ever broadcast again.
  expect(sent).toEqual([])
})
