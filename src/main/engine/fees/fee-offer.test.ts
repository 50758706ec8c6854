import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hexToBytes, parseGwei, type Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FeeAction } from '../../../shared/transactions/views.ts'
import type { Chain } from '../../chain/chain.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openTestLedgerFile } from '../../../testing/db/open-test-ledger-file.ts'
import { signTransaction } from '../../vault/keys/sign-transaction.ts'
import type { SigningTask } from '../../vault/process/vault-messages.ts'
import {
  areStepsUnchanged,
  assertFeeConsent,
  feeOfferExpired,
  outdated,
  offerHigherFee,
  signBumps,
  type FeeOffer,
} from './fee-offer.ts'
import type { StepRecord } from '../steps/step-record.ts'
import { signedStep } from '../../../testing/engine/signed-step.ts'
import { profile } from '../../../testing/service/profile.ts'

const key = `0x${'1'.repeat(64)}` as const
const from = privateKeyToAddress(key)
const to: Address = `0x${'2'.repeat(40)}`
const gwei = parseGwei('1')
const own = { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei }
const sends = { token: null, recipient: to, units: 5n }
const sign = ({ transaction }: SigningTask) => signTransaction(transaction, hexToBytes(key))

function step(position: number, state: StepRecord['state'] = 'signed', value = 5n): StepRecord {
  const nonce = 3 + position
  const bytes = signTransaction({ chainId: 7, nonce, to, value, gas: 60_000n, maxFeePerGas: gwei }, hexToBytes(key))
  return signedStep({ position, state, nonce, signed: [{ ...bytes, purpose: 'original' }] })
}

let folder: string
let ledger: WritableDb
let clock: { monotonic: number; now: number }
let stopped: 'disk-error' | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-fees-'))
  ledger = openTestLedgerFile(join(folder, 'ledger.db'))
  clock = { monotonic: 100, now: 5_000 }
  stopped = null
})
afterEach(() => {
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const context = () => ({
  ledger,
  monotonic: () => clock.monotonic,
  now: () => clock.now,
  payingStopped: () => stopped,
  wallet: { isLocked: () => false },
})
const chainWith = (nativeBalance: bigint) =>
  ({
    chainId: 7,
    instance: async () => '7:0x0',
    fees: async () => own,
    coinPrice: () => 2_000n * 10n ** 8n,
    l1Fee: async () => 11n,
    estimateGas: async () => 60_000n,
    nativeBalance: async () => nativeBalance,
  }) as unknown as Chain
const rich = 10n ** 18n

function offer(action: FeeAction, changes: { steps?: StepRecord[]; balance?: bigint; instance?: string } = {}) {
  const { steps = [step(0), step(1)], balance = rich, instance = '7:0x0' } = changes
  const waiting = {
    intentId: 'i',
    from,
    chainInstance: instance,
    nativeSymbol: 'ETH',
    steps,
    effectOf: () => ({ sends }),
  }
  return offerHigherFee(context(), chainWith(balance), profile, waiting, action)
}
const codeOf = (code: string) => expect.objectContaining({ code }) as Error

describe('the offer of a higher fee', () => {
  it('plans every waiting step again, with what it moves, and names the highest total cost', async () => {
    const made = await offer('speed-up', { steps: [step(0), step(1), step(2, 'mined')] })
    expect(made).toMatchObject({ intentId: 'i', from, own, madeAt: 100, madeAtEpoch: 5_000 })
    expect(
      made.bumps.map(({ step: { position }, plan }) => [position, plan.to, plan.value, plan.gas, plan.sends]),
    ).toEqual([
      [0, to, 5n, 78_000n, sends],
      [1, to, 5n, 78_000n, sends],
    ])
    expect(made.view).toEqual({
      offerKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action: 'speed-up',
      nativeSymbol: 'ETH',
      networkFeeAtMost: '0.001560000000000022',
      networkFeeInDollars: '3.120000000000044',
      exceededCap: null,
    })
  })

  it('moves nothing as a cancel', async () => {
    const made = await offer('cancel')
    expect(made.bumps.map(({ plan }) => [plan.to, plan.value, 'sends' in plan])).toEqual([
      [from, 0n, false],
      [from, 0n, false],
    ])
  })

  it('names the cap if it is above it', async () => {
    const dear = { ...profile, feeCaps: { 7: '0.001' } }
    const waiting = { intentId: 'i', from, chainInstance: '7:0x0', nativeSymbol: 'ETH', steps: [step(0), step(1)] }
    const made = await offerHigherFee(
      context(),
      chainWith(rich),
      dear,
      { ...waiting, effectOf: () => ({}) },
      'speed-up',
    )
    expect(made.view.exceededCap).toBe('0.001')
  })

  it('is made only if the balance covers the fee and the amount', async () => {
    const needed = 2n * (78_000n * 10n * gwei + 11n + 5n)
    await expect(offer('speed-up', { balance: needed })).resolves.toBeDefined()
    await expect(offer('speed-up', { balance: needed - 1n })).rejects.toMatchObject({
      code: 'insufficient-gas',
      details: { amount: '0.000000000000000001', symbol: 'ETH' },
    })
  })

  it('is refused if the account did not sign the ledger’s bytes; a cancel is allowed', async () => {
    const sound = step(0)
    const [bytes = expect.fail('Nothing was signed')] = sound.signed
    const refused = { code: 'quote-refused', details: { reason: 'signature' } }
    const offerOf = (changed: Partial<typeof bytes>, nonce = 3) =>
      offer('speed-up', { steps: [{ ...sound, nonce, signed: [{ ...bytes, ...changed }] }] })
    const call = { chainId: 7, nonce: 3, to, value: 5n, gas: 60_000n, maxFeePerGas: gwei }
    const otherKey = hexToBytes(`0x${'2'.repeat(64)}`)
    await expect(offerOf(signTransaction(call, otherKey))).rejects.toMatchObject(refused)
    await expect(offerOf(signTransaction({ ...call, chainId: 8 }, hexToBytes(key)))).rejects.toMatchObject(refused)
    await expect(offerOf({}, 4)).rejects.toMatchObject(refused)
    // One digit differs.
    const damaged = { raw: bytes.raw.replace('2222', '2223') as typeof bytes.raw }
    await expect(offerOf(damaged)).rejects.toMatchObject(refused)
    await expect(offerOf({ hash: `0x${'0'.repeat(64)}` })).rejects.toMatchObject(refused)
    const cancel = await offer('cancel', { steps: [{ ...sound, signed: [{ ...bytes, ...damaged }] }] })
    expect(cancel.bumps.map(({ plan }) => [plan.to, plan.value])).toEqual([[from, 0n]])
  })

  it('is refused on another network than the one it was signed for', async () => {
    await expect(offer('speed-up', { instance: '7:0x1' })).rejects.toMatchObject({ code: 'network-mismatch' })
  })
})

describe('the consent to a higher fee', () => {
  it('is valid for a minute, while paying is not stopped', async () => {
    const made = await offer('speed-up')
    clock = { monotonic: 60_100, now: 65_000 }
    expect(() => assertFeeConsent(context(), made, false)).not.toThrow()
    clock = { ...clock, monotonic: 60_101 }
    const expired = expect.objectContaining({ code: 'quote-expired', details: { reason: 'fee' } }) as Error
    expect(() => assertFeeConsent(context(), made, false)).toThrow(expired)
    stopped = 'disk-error'
    expect(() => assertFeeConsent(context(), made, false)).toThrow(codeOf('paying-stopped'))
  })

  it('requires the password above the cap', async () => {
    const made = await offer('speed-up')
    const dear = { ...made, view: { ...made.view, exceededCap: '0.001' } }
    expect(() => assertFeeConsent(context(), dear, false)).toThrow(codeOf('quote-changed'))
    expect(() => assertFeeConsent(context(), dear, true)).not.toThrow()
  })
})

describe('the steps of an offer', () => {
  const again = (one: StepRecord): StepRecord => ({ ...one, signed: [...one.signed, ...one.signed] })
  it.each<[string, StepRecord[], boolean]>([
    ['that are the same', [step(0), step(1)], true],
    ['that are the same, after one that was mined', [step(9, 'mined'), step(0), step(1)], true],
    ['with one that was mined', [step(0), step(1, 'mined')], false],
    ['with one that was bumped meanwhile', [step(0), again(step(1))], false],
    ['with one more', [step(0), step(1), step(2)], false],
    ['that are others', [step(0), step(2)], false],
    ['that no longer exist', [], false],
  ])('%s are unchanged: %s', async (_, steps, isUnchanged) => {
    expect(areStepsUnchanged(await offer('speed-up'), steps)).toBe(isUnchanged)
  })

  it('are signed one by one, as planned, with their existing nonces', async () => {
    const made: FeeOffer = await offer('speed-up')
    const tasks: SigningTask[] = []
    const signed = await signBumps(async (task) => {
      tasks.push(task)
      return sign(task)
    }, made)
    expect(signed.map(({ step: { position }, l1Fee, bytes }) => [position, l1Fee, bytes.raw])).toEqual(
      tasks.map((task, index) => [index, 11n, sign(task).raw]),
    )
    const { kind: _kind, l1Fee: _l1Fee, sends: _sends, ...call } = made.bumps[0]?.plan ?? ({} as never)
    expect(tasks).toMatchObject([
      { transaction: { ...call, chainId: 7, nonce: 3 }, expected: { from, to, nonce: 3, chainId: 7, sends } },
      { transaction: { nonce: 4 }, expected: { nonce: 4 } },
    ])
  })
})

it('an error that comes too late says whether the offer expired or the payment changed', () => {
  expect(feeOfferExpired()).toMatchObject({ code: 'quote-expired', details: { reason: 'fee' } })
  expect(outdated()).toMatchObject({ code: 'not-allowed', details: { reason: 'outdated' } })
})
