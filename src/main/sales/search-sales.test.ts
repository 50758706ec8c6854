import { afterEach, beforeEach, expect, it } from 'vitest'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { receiptCode } from '../../shared/sales/receipt-code.ts'
import { searchSales } from './search-sales.ts'
import { insertSale, writeReturned } from './sales-repository.ts'
import { insertShift } from './shifts/shifts-repository.ts'

const sale = { shift: 1, clerkId: null, sku: 'lumo', product: 'Lumo', cost: '1', given: '2000', at: 1 }
let ledger: WritableDb
beforeEach(() => {
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  insertShift(ledger, 'EUR', '100', 1)
  for (const price of ['1234.5', '56.7']) insertSale(ledger, { ...sale, price, purchaseId: crypto.randomUUID() })
})
afterEach(() => ledger.close())

const sold = (): string => ledger.prepare('SELECT purchase_id FROM sales WHERE number = 1').pluck().get() as string
const purchases = { row: () => null, match: () => Promise.resolve([]) }
async function find(text: string, shift: number | null = null): Promise<number[]> {
  const page = { text, shift, offset: 0, limit: 10 }
  return (await searchSales({ ledger, purchases }, page, null)).sales.map(({ number }) => number)
}

it.each([
  '1 234,50 €',
  '1\u202f234,50\u00a0€',
  '€1,234.50',
  'R$ 1.234,50',
  '1 234,50 $MX',
  '1 234,5 F CFA',
  'EUR 1,234.50',
])('finds a sale by its price as receipts of every language print it: %s', async (text) => {
  expect(await find(text)).toEqual([1])
})

it('finds no sale by the digits of another price, or of a phone number', async () => {
  for (const text of ['234,50 €', '612 345 678', '56 700']) expect(await find(text)).toEqual([])
  expect(await find('56,70€')).toEqual([2])
})

it('finds the sale of a scanned receipt, and none of another shift than the one asked for', async () => {
  const code = receiptCode(sold())
  expect([await find(code), await find(code, 1), await find(code, 2)]).toEqual([[1], [1], []])
})

it('finds a sale by its time at noon and at midnight, on a clock of 12 or 24 hours', async () => {
  const at = (hours: number): number => new Date(2026, 10, 22, hours, 30).getTime()
  for (const [number, hours] of [12, 0].entries())
    ledger.prepare('UPDATE sales SET at = ? WHERE number = ?').run(at(hours), number + 1)
  const found = ['12:30 pm', '12:30', '12:30 a.m.', '0:30', '1:30 pm'].map((text) => find(text))
  expect(await Promise.all(found)).toEqual([[1], [2, 1], [2], [2], []])
})

it('lets only the manager search for people and payments', async () => {
  const reached: unknown[] = []
  const match = (_: string, reach: unknown): Promise<string[]> => {
    reached.push(reach)
    return Promise.resolve([])
  }
  const page = { text: 'ana', shift: null, offset: 0, limit: 10 }
  for (const people of [null, []]) await searchSales({ ledger, purchases: { ...purchases, match } }, page, people)
  expect(reached).toEqual([
    { isManager: false, people: [] },
    { isManager: true, people: [] },
  ])
})

it('lists the sales whose cash is owed, of any shift, and does not read what was delivered for good', async () => {
  const [delivered, refunded, failed, returned] = ['delivered', 'refunded', 'needs-you', 'failed'].map((status) => {
    const purchaseId = crypto.randomUUID()
    insertSale(ledger, { ...sale, price: '10', purchaseId })
    return { purchaseId, status }
  })
  const known = [delivered!, refunded!, failed!, returned!]
  for (const { purchaseId } of known)
    ledger
      .prepare(
        `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery, ended, registration, refund)
         VALUES (?, 1, 'p', 'c', '0x1', '{}', x'00', ?, 'registered', ?)`,
      )
      .run(purchaseId, purchaseId === failed!.purchaseId ? 0 : 1, purchaseId === refunded!.purchaseId ? 'seen' : 'none')
  const refund = { shift: 1, clerkId: null, at: 2, reason: 'not-delivered', note: null, delivered: false } as const
  writeReturned(ledger, returned!.purchaseId, refund)
  const read: string[] = []
  const row = (id: string): PurchaseRowView | null => {
    read.push(id)
    const found = known.find(({ purchaseId }) => purchaseId === id)
    return found
      ? ({ status: found.status, attention: found === failed ? 'refund-missing' : null } as PurchaseRowView)
      : null
  }
  const list = async (text: string, page: { readonly offset: number; readonly limit: number }) => {
    const { sales, total } = await searchSales(
      { ledger, purchases: { ...purchases, row } },
      { text, shift: null, owed: true, ...page },
      null,
    )
    return { numbers: sales.map(({ number }) => number), total }
  }
  // The first two were never paid.
  expect(await list('', { offset: 0, limit: 10 })).toEqual({ numbers: [5, 4, 2, 1], total: 4 })
  expect(await list('', { offset: 1, limit: 2 })).toEqual({ numbers: [4, 2], total: 4 })
  expect(read).not.toContain(delivered!.purchaseId)
  expect(await list('10', { offset: 0, limit: 10 })).toEqual({ numbers: [5, 4], total: 2 })
  expect(await list(receiptCode(delivered!.purchaseId), { offset: 0, limit: 10 })).toEqual({ numbers: [], total: 0 })
})
