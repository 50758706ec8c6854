import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import { openDatabase } from '../../db/open-database.ts'
import { insertIntent, insertStep, readSignedOn } from './step-repository.ts'

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
