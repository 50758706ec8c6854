import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { createPaymentCheck, type PaymentsOptions } from './check-payments.ts'
import { insertSale } from './sales-repository.ts'
import { closeShift, insertShift, readChainCheck } from './shifts/shifts-repository.ts'

let db: WritableDb
let answers: Map<string, boolean | null | 'silent'>
let most: number
let network: { now: number; until: Promise<unknown>; asked: number }
let checkPayments: (shift: number) => Promise<void>
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  insertShift(db, 'MXN', '0', 1)
  answers = new Map()
  most = 0
  network = { now: 0, until: Promise.resolve(), asked: 0 }
  checkPayments = createPaymentCheck({ ledger: db, now: () => network.now, purchases: purchases() })
})
afterEach(() => db.close())

/** Sells once; `answer` is what the nodes say of its payment, and undefined a sale that was never paid. */
function sell(answer: boolean | null | 'silent' | undefined): void {
  const purchaseId = crypto.randomUUID()
  const product = { sku: 'oak', product: 'Oak', price: '1', cost: '1', given: '1' }
  insertSale(db, { ...product, purchaseId, shift: 1, at: 1, clerkId: null })
  if (answer !== undefined) answers.set(purchaseId, answer)
}
const purchases = (): PaymentsOptions['purchases'] =>
  ({
    row: (id: string) => (answers.has(id) ? {} : null),
    async isOnChain(id: string) {
      most = Math.max(most, ++network.asked)
      const answer = answers.get(id)
      await network.until
      network.asked--
      if (answer === 'silent') throw new AppError('network-unreachable', 'Silent')
      return answer ?? null
    },
  }) as unknown as PaymentsOptions['purchases']
async function check(now = 9, until: Promise<unknown> = Promise.resolve()): Promise<unknown> {
  Object.assign(network, { now, until, asked: 0 })
  await checkPayments(1)
  return readChainCheck(db, 1)
}

it('counts the payments that left the wallet, and those of them on chain', async () => {
  for (const answer of [true, true, false, null, undefined]) sell(answer)
  expect(await check()).toEqual({ at: 9, payments: 3, found: 2 })
})

it('replaces the result of the check before, and keeps it if a network is silent', async () => {
  sell(false)
  await check()
  for (const id of answers.keys()) answers.set(id, true)
  expect(await check(12)).toEqual({ at: 12, payments: 1, found: 1 })
  closeShift(db, 1, '1', 13)
  sell('silent')
  await expect(check(14)).rejects.toMatchObject({ code: 'network-unreachable' })
  expect(readChainCheck(db, 1)).toEqual({ at: 12, payments: 1, found: 1 })
})

it('asks about a few payments at a time', async () => {
  for (let number = 0; number < 30; number++) sell(true)
  expect(await check()).toMatchObject({ payments: 30, found: 30 })
  expect(most).toBe(4)
})

it('of a shift without a payment asks nobody', async () => {
  sell(undefined)
  expect(await check()).toEqual({ at: 9, payments: 0, found: 0 })
  expect(most).toBe(0)
})

it('does not replace the result of a check that began later', async () => {
  sell(false)
  const slow = Promise.withResolvers<undefined>()
  const answer = answers.keys().next().value ?? ''
  const first = check(9, slow.promise)
  answers.set(answer, true)
  expect(await check(10)).toEqual({ at: 10, payments: 1, found: 1 })
  slow.resolve(undefined)
  expect(await first).toEqual({ at: 10, payments: 1, found: 1 })
})
