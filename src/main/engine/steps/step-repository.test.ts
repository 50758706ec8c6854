import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import { openDatabase } from '../../db/open-database.ts'
import { stepStates } from './step-record.ts'
import {
  hasOpenSteps,
  insertBytes,
  insertIntent,
  insertStep,
  readSignedOn,
  readSteps,
  readUnshown,
  updateStep,
} from './step-repository.ts'
import { unseen } from '../../../testing/engine/signed-step.ts'

const from: Address = `0x${'1'.repeat(40)}`

it('reads the chain instance of the newest step of a chain id, ignoring other chains', () => {
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  expect(readSignedOn(ledger, 31_337)).toBeNull()
  // One id may be a prefix of another.
  for (const [intentId, chainInstance] of Object.entries({ one: '31337:0xa', two: '31337:0xb', three: '313370:0xc' })) {
    insertIntent(ledger, intentId, 'transfer')
    insertStep(ledger, { intentId, position: 0, kind: 'send', chainInstance, from, nonce: 0 })
  }
  expect(readSignedOn(ledger, 31_337)).toBe('31337:0xb')
  expect(readSignedOn(ledger, 313_370)).toBe('313370:0xc')
  expect(readSignedOn(ledger, 3)).toBeNull()
  ledger.close()
})

it('what an account signed is open until its block is final, or it can be mined no more', () => {
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  insertIntent(ledger, 'one', 'transfer')
  insertStep(ledger, { intentId: 'one', position: 0, kind: 'send', chainInstance: '7:0x0', from, nonce: 0 })
  const open = stepStates.filter((state) => {
    const before = readSteps(ledger, 'one')[0] ?? expect.unreachable()
    updateStep(ledger, 'one', before, { state, ...unseen })
    return hasOpenSteps(ledger, from)
  })
  expect(open).toEqual(['signed', 'mined', 'confirmed'])
  ledger.close()
})

it('counts what a reading of balances does not show: unmined steps, and those mined since it began', () => {
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  const [chainInstance, token]: [string, Address] = ['7:0x0', `0x${'A'.repeat(40)}`]
  const mined = {
    state: 'mined',
    minedHash: '0x1',
    blockNumber: 4n,
    blockHash: '0x2',
    feeUnits: 3n,
    l1FeeUnits: 1n,
  } as const
  for (const [nonce, [intentId, signedAt]] of Object.entries({ old: 10, during: 20, later: 30 }).entries()) {
    insertIntent(ledger, intentId, 'transfer')
    insertStep(ledger, { intentId, position: 0, kind: 'send', chainInstance, from, nonce })
    const [hash, raw, purpose, maxFeeUnits, spendsUnits] = [
      `0x${nonce}`,
      '0x',
      'original',
      1n,
      10n ** BigInt(nonce),
    ] as const
    insertBytes(ledger, { intentId, position: 0, purpose, hash, raw, maxFeeUnits, token, spendsUnits, signedAt })
  }
  const unshown = (at: number, signed: string[] = []) =>
    readUnshown(ledger, chainInstance, from, { at, signed: new Set(signed) })
  expect(unshown(25)).toEqual({
    tokens: new Map([[token.toLowerCase(), 111n]]),
    native: 3n,
    signed: new Set(['old 0', 'during 0', 'later 0']),
  })
  for (const intentId of ['old', 'during', 'later'])
    updateStep(ledger, intentId, { position: 0, state: 'signed' }, mined)
  expect(readSteps(ledger, 'old')).toMatchObject([mined])
  expect(unshown(25, ['during 0'])).toEqual({
    tokens: new Map([[token.toLowerCase(), 110n]]),
    native: 2n,
    signed: new Set(),
  })
  expect(unshown(40).tokens).toEqual(new Map())
  ledger.close()
})
