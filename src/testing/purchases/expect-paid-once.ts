import { expect } from 'vitest'
import type { TestSandbox, TestTill } from './context.ts'

/** Waits until a wallet's only purchase is delivered, and expects one payment and one registration of it. */
export async function expectPaidOnce(sandbox: TestSandbox, till: TestTill, id: string): Promise<void> {
  expect(await till.delivered(id, 40)).toMatchObject({ attention: null })
  const { payments, registrations } = await sandbox.witness(till.address)
  expect([payments.length, registrations.length]).toEqual([1, 1])
}
