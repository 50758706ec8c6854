import { hexToBytes, parseGwei, type Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { profile } from '../../../testing/service/profile.ts'
import type { Chain } from '../../chain/chain.ts'
import { signTransaction } from '../../vault/keys/sign-transaction.ts'
import type { SigningTask } from '../../vault/process/vault-messages.ts'
import { createAccountLocks } from '../account-locks.ts'
import type { SpendContext } from '../spend-context.ts'
import type { StepRecord } from '../steps/step-record.ts'
import { insertBytes, insertIntent, insertStep, readSteps, updateStep } from '../steps/step-repository.ts'
import { createFeeActions, type FeeActions } from './fee-actions.ts'

const key = `0x${'1'.repeat(64)}` as const
const from = privateKeyToAddress(key)
const to: Address = `0x${'2'.repeat(40)}`
const gwei = parseGwei('1')
const chainInstance = '7:0x0'

let home: TestLedger
/** Runs while the vault signs. */
let whileSigning: () => void
beforeEach(() => {
  home = openTestLedger()
  whileSigning = () => undefined
})
afterEach(() => home.dispose())

/** Stores a signed transfer of native coins with one step. */
function send(id: string, nonce: number): void {
  const { ledger } = home.context
  const transaction = { chainId: 7, nonce, to, value: 5n, gas: 60_000n, maxFeePerGas: gwei }
  const bytes = { ...signTransaction(transaction, hexToBytes(key)), maxFeeUnits: 60_000n * gwei, token: null }
  insertIntent(ledger, id, 'transfer')
  insertStep(ledger, { intentId: id, position: 0, kind: 'send', chainInstance, from, nonce })
  insertBytes(ledger, { ...bytes, intentId: id, position: 0, purpose: 'original', spendsUnits: 5n, signedAt: 1 })
}
const stepsOf = (id: string): StepRecord[] => readSteps(home.context.ledger, id)

function open(): FeeActions {
  const chain = {
    chainId: 7,
    instance: async () => chainInstance,
    fees: async () => ({ maxFeePerGas: gwei, maxPriorityFeePerGas: gwei }),
    coinPrice: () => null,
    l1Fee: async () => 0n,
    estimateGas: async () => 60_000n,
    nativeBalance: async () => 10n ** 18n,
  } as unknown as Chain
  const sign = async ({ transaction }: SigningTask) => {
    whileSigning()
    return signTransaction(transaction, hexToBytes(key))
  }
  const context = {
    ...home.context,
    monotonic: () => 0,
    locks: createAccountLocks(),
    wallet: { isLocked: () => false, sign },
    payingStopped: () => null,
    service: () => ({ profile }),
    chain: () => chain,
  } as unknown as SpendContext
  return createFeeActions(context, {
    find: (intentId) => ({
      intentId,
      profileId: 'p',
      chainInstance,
      from,
      nativeSymbol: 'ETH',
      network: terms.network,
      steps: stepsOf(intentId),
      actions: ['speed-up', 'cancel'],
      effectOf: () => ({ sends: { token: null, recipient: to, units: 5n } }),
      spendsOf: () => ({ token: null, units: 5n }),
    }),
  })
}

it('a cancel that was signed while its step was mined is not stored', async () => {
  send('a', 3)
  const fees = open()
  const { offerKey } = await fees.offer('a', 'cancel')
  whileSigning = () => {
    const mined = { minedHash: `0x${'9'.repeat(64)}`, blockNumber: 5n, blockHash: `0x${'8'.repeat(64)}` } as const
    const change = { state: 'mined', ...mined, feeUnits: 1n, l1FeeUnits: null } as const
    updateStep(home.context.ledger, 'a', { position: 0, state: 'signed' }, change)
  }
  await expect(fees.confirm('a', offerKey, false)).rejects.toMatchObject({ details: { reason: 'outdated' } })
  expect(stepsOf('a')).toMatchObject([{ state: 'mined', signed: [{ purpose: 'original' }] }])
})

it('an offer is confirmed for its own intent alone, and once', async () => {
  send('a', 3)
  send('b', 4)
  const fees = open()
  const { offerKey } = await fees.offer('a', 'cancel')
  await expect(fees.confirm('b', offerKey, false)).rejects.toMatchObject({ code: 'quote-expired' })
  await fees.confirm('a', offerKey, false)
  await expect(fees.confirm('a', offerKey, false)).rejects.toMatchObject({ code: 'quote-expired' })
  const purposes = ['a', 'b'].map((id) => stepsOf(id)[0]?.signed.map(({ purpose }) => purpose))
  expect(purposes).toEqual([['original', 'cancel'], ['original']])
})
