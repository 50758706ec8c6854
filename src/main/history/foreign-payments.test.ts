import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { hasUnacknowledged, writeForeignPayment, type ForeignSpend } from './foreign-payments-repository.ts'
import { openForeignPayments } from './foreign-payments.ts'

const [own, watched, recipient] = ['a', 'b', 'c'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const hashOf = (digit: number): Hash => `0x${String(digit).repeat(64)}`
const chainRecord = { chainInstance: '7:0x0', network: 'Harbour', explorer: null, recipient }
const spend: ForeignSpend = { transactionId: 't', product: 'Lumo', status: 'COMPLETED' }

let ledger: WritableDb
beforeEach(() => void (ledger = openDatabase(':memory:', ledgerMigrations, 'normal')))
afterEach(() => ledger.close())

function find(digit: number, address: Address, facts: Partial<Parameters<typeof writeForeignPayment>[2]> = {}): void {
  const payment = { hash: hashOf(digit), token: 'USDC', amount: '5', happenedAt: null, chainRecord, ...facts }
  writeForeignPayment(ledger, { profileId: 'p', address }, payment, digit)
}
const open = () =>
  openForeignPayments({ ledger, explorers: () => null, now: () => 9, isWatched: (address) => address === watched })
const asked = (): string[] =>
  open()
    .attention()
    .map(({ payment }) => payment.hash)

it('asks about what nothing explains, but not about what a watched account pays', () => {
  find(1, own)
  find(2, watched)
  find(3, own, { spend })
  expect(asked()).toEqual([hashOf(1)])
  open().acknowledge(hashOf(1))
  expect(asked()).toEqual([])
})

it('an unexplained payment stops its own account, or what goes to its recipient, until it is acknowledged', () => {
  find(1, own)
  find(3, watched, { spend })
  const other: Address = `0x${'d'.repeat(40)}`
  expect(hasUnacknowledged(ledger, own.toUpperCase().replace('0X', '0x') as Address)).toBe(true)
  expect([recipient, other].map((to) => hasUnacknowledged(ledger, own, to))).toEqual([true, false])
  expect(hasUnacknowledged(ledger, watched)).toBe(false)
  open().acknowledge(hashOf(1))
  expect(hasUnacknowledged(ledger, own)).toBe(false)
})

it('keeps what the chain said when the service’s list explains a payment later', () => {
  find(1, own)
  const listed = { hash: hashOf(1), token: 'USDC', amount: '5', happenedAt: null, spend }
  writeForeignPayment(ledger, { profileId: 'p', address: own }, listed, 2)
  expect(open().get(hashOf(1))).toMatchObject({ recipient, networkName: 'Harbour' })
  expect(open().elsewhere()).toMatchObject([{ hash: hashOf(1), product: 'Lumo' }])
})
