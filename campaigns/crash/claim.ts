import type { AppProcess } from './app-process.ts'
import { isForeseen } from './foreseen.ts'
import type { World } from './simulation.ts'

const PAUSE_MS = 3_000

/** Acts as a person on the page of a failed purchase, who claims its refund whenever Till offers that. */
export async function claimRefunds(
  { clock }: World,
  { points, purchases, claims, unforeseen }: AppProcess,
): Promise<void> {
  while (!points.ended) {
    try {
      for (const { id } of purchases.list({ status: null, offset: 0, limit: 10 }).purchases) {
        if ((await claims.find(id)).state !== 'ready') continue
        const { offerKey } = await claims.offer(id)
        await claims.confirm(offerKey, false)
      }
    } catch (error) {
      if (!isForeseen(error)) unforeseen.push(error)
    }
    await clock.sleep(PAUSE_MS)
  }
}
