import { scriptedPurchase, scriptedPurchases } from '../fixtures/purchases.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'

export function purchaseAt(index: number): PurchaseView {
  const purchase = scriptedPurchases[index]
  if (purchase === undefined) throw new Error(`There is no scripted purchase ${index}`)
  return purchase
}

/** Returns a payment whose registration the service refused. */
export const refusedOne = () =>
  scriptedPurchase(80, 'needs-you', 9, {
    attention: 'registration-rejected',
    registration: { ...scriptedPurchase(80, 'on-its-way', 9).registration, state: 'rejected' },
  })

export const silent = { what: 'silent', since: '2026-03-04T12:00:00.000Z' } as const
export const still = { what: 'stalled', since: '2026-03-04T12:05:00.000Z' } as const

/** Returns the text of the first element that matches, with plain spaces between amounts and their coins. */
const textOf = (selector: string): string =>
  document.querySelector(selector)?.textContent.replaceAll('\u00a0', ' ') ?? ''
/** Returns the text of the open dialog. */
export const dialog = (): string => textOf('[role="dialog"]')
/** Returns the text of the receipt. */
export const receipt = (): string => textOf('.receipt')
