import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { readPurchase } from '../purchases/purchase-repository.ts'
import { matchPurchases } from '../purchases/search/search-purchases.ts'
import { createMachines, type TestMachines } from '../../testing/backup/backup.ts'
import { carryOver } from '../../testing/backup/carry-over.ts'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'

const at = Date.UTC(2030, 0, 1, 12)

let machines: TestMachines
let books: TestLedger
beforeEach(async () => {
  machines = await createMachines()
  books = openTestLedger(machines.recordsKey)
})
afterEach(() => {
  books.dispose()
  machines.close()
})

it('a restored backup has what was shown of each purchase in the person’s money, and finds purchases by it with its sign', async () => {
  const pesos = books.store({ createdAt: at, inMoney: { currency: 'MXN', amount: '105.2' } })
  const reais = books.store({ createdAt: at + 1, inMoney: { currency: 'BRL', amount: '105.2' } })
  const yen = books.store({ createdAt: at + 2, inMoney: { currency: 'JPY', amount: '800' } })
  const older = books.store({ createdAt: at + 3 })
  const carried = await carryOver(machines, books.context.ledger, at)
  const context = { ...carried, now: () => at } as PurchaseContext
  const shown = [pesos, reais, yen, older].map((id) => readPurchase(context.ledger, id)?.inMoney)
  const found = (text: string): Promise<string[]> =>
    matchPurchases(context, { text, status: null }, { isManager: true, people: [] })
  const matches = await Promise.all(['MX$105.20', 'R$ 105,20', '¥800', 'MX$104'].map(found))
  context.ledger.close()
  expect(shown).toEqual([
    { currency: 'MXN', amount: '105.2' },
    { currency: 'BRL', amount: '105.2' },
    { currency: 'JPY', amount: '800' },
    null,
  ])
  expect(matches).toEqual([[pesos], [reais], [yen], []])
})
