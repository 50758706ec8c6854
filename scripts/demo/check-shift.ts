import type { Page } from '@playwright/test'
import { ask } from '../../e2e/support/ask.ts'
import type { SandboxControl } from '../../e2e/support/sandbox-control.ts'
import type { SaleView } from '../../src/shared/sales/views.ts'

export interface ShiftCheck {
  readonly sales: number
  readonly delivered: number
  readonly refundedCash: number
  readonly payments: number
  /** Whether sales and payments on the chain match one to one. */
  readonly chainMatchesShift: boolean
}

/** Compares Till's sales with the payments on the chains and the service's books. */
export async function checkShift(page: Page, control: SandboxControl): Promise<ShiftCheck> {
  const { sales } = await ask(page, 'sales.list', { limit: 200 })
  const wallets = (await ask(page, 'accounts.list', undefined)).map(({ address }) => control.ledger(address))
  const books = await Promise.all(wallets)
  const payments = books.flatMap((book) => book.payments)
  const registrations = books.flatMap((book) => book.registrations)
  const paid = await Promise.all(sales.map((sale) => paymentOf(page, sale)))
  const onChain = payments.map(({ hash }) => hash.toLowerCase())
  const isSame = paid.length === onChain.length && paid.every((hash) => hash !== null && onChain.includes(hash))
  return {
    sales: sales.length,
    delivered: sales.filter(({ status }) => status === 'delivered').length,
    refundedCash: sales.filter(({ refundedCash }) => refundedCash !== null).length,
    payments: onChain.length,
    chainMatchesShift: isSame && new Set(paid).size === paid.length && registrations.length === sales.length,
  }
}

async function paymentOf(page: Page, { purchaseId }: SaleView): Promise<string | null> {
  const { steps } = await ask(page, 'purchases.get', { id: purchaseId })
  return steps.findLast(({ kind, state }) => kind === 'pay' && state !== 'superseded')?.hash?.toLowerCase() ?? null
}
