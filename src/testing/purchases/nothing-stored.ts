import { getAddress } from 'viem'
import { expect } from 'vitest'
import type { TestSandbox, TestTill } from './context.ts'

/** An address that no quote names. */
export const stranger = getAddress(`0x${'7'.repeat(40)}`)

/** Asserts that nothing was stored, signed or paid. */
export async function expectNothing(sandbox: TestSandbox, till: TestTill): Promise<void> {
  expect(till.purchases.list({ status: null, offset: 0, limit: 10 }).total).toBe(0)
  expect(till.ledger.prepare('SELECT count(*) AS count FROM steps').get()).toEqual({ count: 0 })
  expect((await sandbox.witness(till.address)).payments).toEqual([])
}
