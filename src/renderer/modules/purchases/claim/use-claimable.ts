import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ClaimableView, ClaimView } from '../../../../shared/claims/views.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { useNow } from '../../../app/timing/use-now.ts'
import { useTask } from '../../../app/requests/use-task.ts'

/** How long Till waits before it asks an undecided escrow again, in milliseconds. */
const AGAIN_MS = 20_000

/** Returns whether an escrow may hold the refund: the service failed the purchase or rejected its report, and no refund was seen. */
function awaits({ status, attention, refund, registration }: PurchaseView): boolean {
  const isFailed = status === 'failed' || attention === 'refund-missing' || attention === 'refund-possible'
  return (isFailed || registration.state === 'rejected') && refund.state !== 'seen'
}

/** Reads the state of a purchase's refund in its escrow, and follows its claim's events. */
export function useClaimable(purchase: () => PurchaseView) {
  const claimable = shallowRef<ClaimableView | null>(null)
  const reading = useTask((purchaseId: string) => request('claims.find', { purchaseId }))
  const now = useNow(AGAIN_MS)
  const awaited = computed(() => (awaits(purchase()) ? purchase().id : null))

  async function load(): Promise<void> {
    const id = awaited.value
    if (id === null) return
    const read = await reading.run(id)
    if (read && read.purchaseId === awaited.value) claimable.value = read
  }
  /** Updates the claim; after a failed claim, reads the escrow again. */
  function take(claim: ClaimView): void {
    if (!claim.purchaseIds.includes(purchase().id)) return
    const before = claimable.value
    const isUndone = ['reverted', 'cancelled', 'superseded'].includes(claim.state)
    if (before !== null) claimable.value = { ...before, claim, state: isUndone ? before.state : 'claiming' }
    if (isUndone) void load()
  }
  watch(
    awaited,
    (id) => {
      if (id !== claimable.value?.purchaseId) claimable.value = null
      void load()
    },
    { immediate: true },
  )
  watch(now, () => {
    if (claimable.value?.state === 'pending' || claimable.value?.state === 'unread') void load()
  })
  onScopeDispose(onEvent('claim.changed', take))
  const shown = computed(() => (awaited.value === null ? null : claimable.value))
  return { claimable: shown, isAwaited: computed(() => awaited.value !== null), reading, load, take }
}
