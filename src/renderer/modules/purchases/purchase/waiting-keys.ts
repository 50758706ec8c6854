import { deliveryOf } from '../../../../shared/purchases/state.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { actionsFor } from './actions.ts'
import { isConfirmed, isKeyRefused, payState } from './outcome.ts'

/** What a page knows besides the purchase. */
export interface Surroundings {
  /** Epoch milliseconds. */
  readonly now: number
  readonly isServiceOnline: boolean
}

/** Returns the message keys for what a purchase waits for; empty if another message says so already. */
export function waitingKeys(purchase: PurchaseView, { now, isServiceOnline }: Surroundings): string[] {
  const { waitingFor: wait, status, ended, attention, registration, networkTrouble } = purchase
  if (!wait || ended || status === 'delivered' || status === 'not-paid') return []
  const isQuestioned = wait.what === 'proof' || wait.what === 'gap' || isKeyRefused(attention, registration)
  if (isQuestioned && status === 'needs-you') return []
  if (networkTrouble !== null) return troubleKeys(purchase, now)
  // What is known of the refund says already that Till watches for it.
  if (wait.what === 'refund' && (status === 'failed' || attention?.startsWith('refund-'))) return []
  // The network answers again, but has not been asked about this payment yet.
  if (wait.what === 'connection' && payState(purchase) === 'signed') return ['waiting.network']
  const until = wait.until ? Date.parse(wait.until) : null
  const what = waitKey(purchase, wait, isServiceOnline)
  return until !== null && until > now ? [what, 'waiting.until'] : [what]
}

function waitKey(
  purchase: PurchaseView,
  { what, refusal }: NonNullable<PurchaseView['waitingFor']>,
  isServiceOnline: boolean,
): string {
  if (what !== 'connection') return refusal ? `waiting.refused.${refusal}` : `waiting.${what}`
  if (!isServiceOnline) return 'waiting.connection'
  // The connection that failed is the one in use now.
  return isServicesTurn(purchase) ? 'waiting.service' : 'waiting.networkSilent'
}

/** Returns whether the service, and not the network, must act next. */
function isServicesTurn(purchase: PurchaseView): boolean {
  return isConfirmed(purchase) && deliveryOf(purchase.service.status) !== 'failed'
}

/** Returns the message keys for what keeps the network from accepting the payment, unless the page shows it already. */
function troubleKeys(purchase: PurchaseView, now: number): string[] {
  const { networkTrouble, status } = purchase
  if (networkTrouble === null || (networkTrouble.what === 'stalled' && status === 'needs-you')) return []
  const hasFees = actionsFor(purchase, now).some((action) => action === 'speed-up' || action === 'cancel')
  return networkTrouble.what === 'silent' && hasFees ? [] : [`networkTrouble.${networkTrouble.what}`]
}
