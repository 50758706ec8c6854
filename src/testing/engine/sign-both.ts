import { vi } from 'vitest'
import type { PurchaseContext } from '../../main/purchases/purchase-context.ts'
import { soon } from '../soon.ts'

/** How long a signature that does not wait for the one before it may take to show, in milliseconds. */
const LATE_MS = 1_000

/** Begins a second payment while the first one's signature is held back; returns the nonces in the order in which they were signed. */
export async function signBoth(
  wallet: PurchaseContext['wallet'],
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<number[]> {
  const { sign } = wallet
  const nonces: number[] = []
  const held = Promise.withResolvers<undefined>()
  Object.assign(wallet, {
    async sign(task: Parameters<typeof sign>[0]) {
      nonces.push(task.expected.nonce)
      await held.promise
      return sign(task)
    },
  })
  const begun = first()
  await vi.waitUntil(() => nonces.length === 1, soon)
  const next = second()
  await vi.waitUntil(() => nonces.length > 1, { timeout: LATE_MS }).catch(() => null)
  held.resolve(undefined)
  await Promise.all([begun, next])
  return nonces
}
