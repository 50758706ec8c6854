import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { terms } from '../../testing/purchases/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { insertIntent, insertStep } from '../engine/steps/step-repository.ts'
import { findNewestRevocation, insertRevocation, type NewRevocation } from './revocation-repository.ts'

const address = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`
const allowance = {
  chainInstance: '7:0x0',
  from: address('1'),
  token: address('a'),
  spender: address('b'),
}

let ledger: WritableDb
let nonce = 0
beforeEach(() => {
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  nonce = 0
})
afterEach(() => ledger.close())

function revoke(changes: Partial<NewRevocation> = {}): string {
  const id = randomUUID()
  const one = { ...allowance, id, createdAt: 1, profileId: 'p', network: terms.network, ...changes }
  const { chainInstance, from } = one
  insertIntent(ledger, id, 'revocation')
  insertRevocation(ledger, one)
  insertStep(ledger, { intentId: id, position: 0, kind: 'revoke', chainInstance, from, nonce: nonce++ })
  return id
}

it('the newest revocation of an allowance is of the same chain, account, coin and contract', () => {
  revoke()
  const newest = revoke()
  revoke({ chainInstance: '7:0x1' })
  revoke({ from: address('2') })
  revoke({ token: address('c') })
  revoke({ spender: address('d') })
  expect(findNewestRevocation(ledger, allowance)).toMatchObject({ id: newest, record: { id: newest, ...allowance } })
  expect(findNewestRevocation(ledger, { ...allowance, chainInstance: '7:0x2' })).toBeNull()
})
