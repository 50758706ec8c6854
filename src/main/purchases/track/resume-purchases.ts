import { attempt } from '../../engine/report-trouble.ts'
import { runInTurn } from '../../engine/schedule/in-turn.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { reportDamaged } from './damaged-purchases.ts'
import { listOnChain, listOpen, listRegistered, listUnregistered, type Unregistered } from './open-repository.ts'
import { expectDelivery, type RunnerState } from './runner-state.ts'

/** The share of an hour's requests that is reserved for purchases found unregistered at the start; the rest is for sales. */
const KEPT_AT_START = 0.25

/** Takes up the ledger's open purchases, without reading them yet; notifies of damaged ones. */
export function resumePurchases(context: PurchaseContext, state: RunnerState, signal: AbortSignal): void {
  const { ledger, timer } = context
  const { payments, tracks } = state.schedules
  const unregistered = listUnregistered(ledger)
  // A disk that fails there must not keep them from being followed.
  attempt(context, 'reserving requests', () => reserveRequests(context, unregistered))
  reportDamaged(context, listOpen(ledger), signal)
  // They continue one after the other, so that those waiting for the next hour's requests are not even read in this one.
  for (const { id, profileId, isConfirmed } of unregistered) {
    if (isConfirmed) state.registration.queue.park(profileId, id, 0)
  }
  runInTurn(
    timer,
    signal,
    () => {
      for (const id of listOnChain(ledger)) payments.soon(id)
    },
    () => {
      for (const purchase of listRegistered(ledger)) expectDelivery(context, state, purchase, purchase.createdAt)
      for (const key of state.tracking.groups.keys()) tracks.now(key)
    },
  )
}

/** Reserves a registration request for the newest purchases, so that a start does not use it for anything less important. */
function reserveRequests(context: PurchaseContext, unregistered: readonly Unregistered[]): void {
  const reserved = new Map<string, number>()
  for (const { id, profileId } of unregistered.toReversed()) {
    const service = context.service(profileId)
    const requests = reserved.get(profileId) ?? 0
    if (!service || requests >= Math.max(1, service.profile.requestsPerHour * KEPT_AT_START)) continue
    if (service.budget.reserve(id, 1, 'registration')) reserved.set(profileId, requests + 1)
  }
}

/** Checks everything that a lost connection or a locked record delayed. */
export function resumeInterrupted({ monotonic }: PurchaseContext, state: RunnerState): void {
  const { chain, registration, tracking, schedules } = state
  for (const id of chain.interrupted) schedules.payments.soon(id)
  for (const id of registration.interrupted) schedules.registrations.soon(id)
  registration.queue.tryNow()
  for (const key of tracking.interrupted) {
    for (const one of tracking.groups.get(key)?.tracked.values() ?? []) one.due = Math.min(one.due, monotonic())
    schedules.tracks.now(key)
  }
  tracking.interrupted.clear()
}
