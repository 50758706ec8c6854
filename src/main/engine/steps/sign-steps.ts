import { parseTransaction, type Address } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { Chain } from '../../chain/chain.ts'
import type { PlannedStep } from '../../chain/plan/plan-payment.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { SignedTransaction } from '../../vault/process/vault-messages.ts'
import { allocateNonces } from './allocate-nonces.ts'
import { assertSignedBytes } from './assert-signed-bytes.ts'
import type { BytesPurpose } from './step-record.ts'
import { insertBytes, insertStep, readOwnNoncesFrom, readUsedBelow } from './step-repository.ts'
import type { SpendWallet } from '../spend-context.ts'

export type Sign = SpendWallet['sign']

/** The account and chain of the steps. */
export interface Account {
  readonly chain: Chain
  readonly chainInstance: string
  readonly from: Address
}

/** A planned step with its nonce, signed and not yet stored. */
export interface SignedStep {
  readonly position: number
  readonly step: PlannedStep
  readonly nonce: number
  readonly bytes: SignedTransaction
}

/**
 * Signs planned steps with new nonces. Must run, with the commit that stores them, under the mutex of account and chain, so that no nonce
 * is used twice. Throws AppError `nodes-disagree` if the next nonce is unclear.
 */
export async function signSteps(
  ledger: ReadableDb,
  sign: Sign,
  { chain, chainInstance, from }: Account,
  steps: readonly PlannedStep[],
): Promise<SignedStep[]> {
  const pending = await nextNonce(ledger, { chain, chainInstance, from })
  const nonces = allocateNonces(steps.length, pending, readOwnNoncesFrom(ledger, chainInstance, from, pending))
  await assertUnused({ chain, from }, nonces[0])
  const signed: SignedStep[] = []
  for (const [position, step] of steps.entries()) {
    const nonce = nonces[position]
    if (nonce === undefined) throw new Error('A step without a nonce')
    signed.push({ position, step, nonce, bytes: await signStep(sign, chain.chainId, from, step, nonce) })
  }
  return signed
}

/** Returns the chain's next nonce. If the majority of nodes is behind the nonces known to be used, any node that is far enough counts. */
async function nextNonce(ledger: ReadableDb, { chain, chainInstance, from }: Account): Promise<number> {
  const pending = await chain.pendingNonce(from)
  const usedBelow = readUsedBelow(ledger, chainInstance, from)
  return usedBelow > pending ? Math.max(pending, Math.min(usedBelow, await chain.highestNonce(from))) : pending
}

/** If as many nodes call a nonce used as free, a transaction with it may never be mined. */
async function assertUnused({ chain, from }: Pick<Account, 'chain' | 'from'>, nonce = 0): Promise<void> {
  const { minedSomewhere, isContested } = await chain.nonces(from)
  if (isContested && nonce < minedSomewhere) {
    throw new AppError('nodes-disagree', 'The nodes of this network do not agree on what the account has sent')
  }
}

/** Signs one step with its existing nonce; throws AppError `quote-refused` if the bytes are anything else. */
export async function signStep(
  sign: Sign,
  chainId: number,
  from: Address,
  {
    to,
    data,
    value,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    sends,
    approves,
    claims,
  }: Omit<PlannedStep, 'kind' | 'l1Fee'>,
  nonce: number,
): Promise<SignedTransaction> {
  const fees = { gas, maxFeePerGas, maxPriorityFeePerGas }
  const transaction = { type: 'eip1559', chainId, nonce, to, data, value, ...fees } as const
  const moves = { ...(sends && { sends }), ...(approves && { approves }), ...(claims && { claims }) }
  const expected = { chainId, nonce, to, from, ...moves }
  const bytes = await sign({ transaction, expected })
  await assertSignedBytes(bytes, transaction, from)
  return bytes
}

/** Stores a signed step with its nonce and its bytes; must run in the transaction that stores its intent. */
export function storeStep(
  ledger: WritableDb,
  intentId: string,
  { chainInstance, from }: Account,
  { position, step, nonce, bytes }: SignedStep,
  spends: { readonly token: Address | null; readonly units: bigint },
  signedAt: number,
): void {
  insertStep(ledger, { intentId, position, kind: step.kind, chainInstance, from, nonce })
  storeBytes(ledger, { intentId, position, purpose: 'original', bytes, l1Fee: step.l1Fee, spends, signedAt })
}

/** Stores bytes for a step that already has its nonce. */
export function storeBytes(
  ledger: WritableDb,
  one: {
    readonly intentId: string
    readonly position: number
    readonly purpose: BytesPurpose
    readonly bytes: SignedTransaction
    /** The most that the chain charges on top of gas, in wei. */
    readonly l1Fee: bigint
    readonly spends: { readonly token: Address | null; readonly units: bigint }
    readonly signedAt: number
  },
): void {
  const { intentId, position, purpose, bytes, l1Fee, spends, signedAt } = one
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(bytes.raw)
  insertBytes(ledger, {
    intentId,
    position,
    purpose,
    hash: bytes.hash,
    raw: bytes.raw,
    maxFeeUnits: gas * maxFeePerGas + l1Fee,
    token: spends.token,
    spendsUnits: spends.units,
    signedAt,
  })
}
