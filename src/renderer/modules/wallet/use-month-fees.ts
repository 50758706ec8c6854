import { onScopeDispose, shallowRef } from 'vue'
import type { RequestOutput } from '../../../shared/contract.ts'
import { onEvent, request } from '../../app/requests/client.ts'

/** Reads the network fees of this month, and again when a purchase or a transfer changes; none while unknown. */
export function useMonthFees() {
  const fees = shallowRef<RequestOutput<'wallet.feesSince'>>([])
  async function load(): Promise<void> {
    const now = new Date()
    const since = new Date(now.getFullYear(), now.getMonth(), 1).toISOString()
    // The line is a convenience: without an answer it is missing, or stays as it was.
    fees.value = await request('wallet.feesSince', { since }).catch(() => fees.value)
  }
  onScopeDispose(onEvent('purchase.changed', () => void load()))
  onScopeDispose(onEvent('transfer.changed', () => void load()))
  void load()
  return fees
}
