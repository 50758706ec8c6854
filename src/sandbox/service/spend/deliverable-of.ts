import { createHash } from 'node:crypto'
import type { RegistrationRow } from './ledger-schema.ts'

/** Returns what a delivered gift card or eSIM delivers, always the same for it; nothing for other products. */
export function deliverableOf({ id, status, product }: RegistrationRow): { deliverable?: Record<string, string> } {
  if (status !== 'SUCCESS') return {}
  const digest = createHash('sha256').update(`deliverable of ${id}`).digest('hex').toUpperCase()
  const code = [0, 4, 8].map((at) => digest.slice(at, at + 4)).join('-')
  const pin = String(Number.parseInt(digest.slice(12, 18), 16) % 10_000).padStart(4, '0')
  if (product.productType === 'gift_card') return { deliverable: { code, pin } }
  return product.productType === 'esim' ? { deliverable: { activationCode: `LPA:1$smdp.example.com$${code}` } } : {}
}
