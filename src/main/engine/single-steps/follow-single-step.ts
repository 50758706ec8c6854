import type { Address } from 'viem'
import { toAppError } from '../../../shared/errors.ts'
import type { FrozenNetwork } from '../../chain/frozen-network.ts'
import { isDiskError } from '../../db/disk-errors.ts'
import { followSteps, type StepMemory } from '../steps/follow-steps.ts'
import { isConnectionError } from '../is-connection-error.ts'
import { isPaidAfterAll, reopenStep } from '../steps/paid-after-all.ts'
import { forgetPolls, untilNextPoll } from '../schedule/poll-pace.ts'
import { IDLE_MS } from '../schedule/schedule.ts'
import type { SingleStepWaits } from './single-step-waits.ts'
import type { SpendContext } from '../spend-context.ts'
import { isStepOpen, type StepRecord } from '../steps/step-record.ts'
import { readOwnNoncesFrom, updateStep } from '../steps/step-repository.ts'

/** An intent with one step on chain: a revocation, a transfer or a claim. */
export interface SingleStep {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly network: FrozenNetwork
  readonly step: StepRecord
}

/** What a process knows of the intents of one kind between two polls. */
export interface SingleStepPolls {
  readonly read: (id: string) => SingleStep | null
  readonly memory: StepMemory
  readonly waits: SingleStepWaits
  /** Called in the commit that moves an intent. */
  readonly onMoved: (id: string) => void
}

/** The result of a poll. */
export interface Polled {
  /** Milliseconds until the next poll; null for none. */
  readonly delay: number | null
  /** Whether the network was out of reach. */
  readonly lost: boolean
}

/** Follows an intent's step; a network or a service that does not answer is polled again later. Throws any other error. */
export async function pollSingleStep(context: SpendContext, polls: SingleStepPolls, id: string): Promise<Polled> {
  try {
    return { delay: await follow(context, polls, id), lost: false }
  } catch (thrown) {
    const error = toAppError(thrown)
    if (isDiskError(thrown) || error.code === 'internal') throw thrown
    return { delay: IDLE_MS, lost: isConnectionError(error) }
  }
}

async function follow(context: SpendContext, polls: SingleStepPolls, id: string): Promise<number | null> {
  const { ledger, monotonic } = context
  const { read, memory, waits, onMoved } = polls
  const before = read(id)
  if (before === null || !isStepOpen(before.step)) return null
  const service = context.service(before.profileId)
  if (service === null) return IDLE_MS
  const chain = context.chain(before.network, service.profile)
  // A reset network does not know the transaction, and must never receive it.
  if ((await chain.instance()) !== before.chainInstance) return IDLE_MS
  await followSteps({
    chain,
    from: before.from,
    steps: [before.step],
    registered: null,
    memory,
    monotonic,
    isOwnNonce: (nonce) => readOwnNoncesFrom(ledger, before.chainInstance, before.from, nonce).has(nonce),
    commit(step, event, change) {
      updateStep(ledger, id, step, change)
      if (event === 'mined' || event === 'reorged') waits.restart(id, { ...step, ...change })
      onMoved(id)
      return true
    },
    together: (work) => ledger.transaction(work).immediate(),
  })
  const { createdAt, step } = read(id) ?? before
  return untilNextPoll({ chain, steps: [step], registered: null, memory, monotonic, ageMs: context.now() - createdAt })
}

/**
 * Reopens an intent that ended undone if more than half of the nodes show that it was done after all; returns whether it did. Throws AppError if
 * the network does not answer.
 */
export async function reviveSingleStep(
  context: SpendContext,
  { read, memory, waits, onMoved }: SingleStepPolls,
  id: string,
): Promise<boolean> {
  const ended = read(id)
  const service = ended && context.service(ended.profileId)
  if (!service || isStepOpen(ended.step)) return false
  const chain = context.chain(ended.network, service.profile)
  if (!(await isPaidAfterAll(chain, ended.chainInstance, ended.step))) return false
  reopenStep(context.ledger, id, ended.step)
  forgetPolls([ended.step], memory)
  waits.restart(id, { ...ended.step, state: 'signed' })
  onMoved(id)
  return true
}
