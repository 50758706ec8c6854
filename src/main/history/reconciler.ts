import type { Address } from 'viem'
import { toAppError } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import { isReconciled, reconcile, type SeenNonces } from './reconcile.ts'
import { readUnseen } from './unseen-repository.ts'
import { createSchedule } from '../engine/schedule/schedule.ts'
import { type Timer } from '../../shared/timer.ts'
import type { CurrentService } from '../engine/current-service.ts'

export interface ReconcilerOptions {
  readonly ledger: WritableDb
  readonly now: () => number
  readonly monotonic: () => number
  readonly timer: Timer
  readonly address: () => Address | null
  /** Returns the current service and its payable networks; null before there is one. */
  readonly current: () => CurrentService | null
  /** Called when payments made elsewhere, or questions about them, may have been found. */
  readonly onFound: () => void
  readonly onUnforeseen: (error: unknown, what: string) => void
}

/** Reconciles the wallet's foreign activity in the background. */
export interface Reconciler {
  /** Checks every network as soon as possible. */
  reconcileAll(): void
  /** Returns whether an account is reconciled, so that it may pay; otherwise starts reconciling it. */
  isReconciled(profileId: string, chain: Chain, chainInstance: string, address: Address): Promise<boolean>
  stop(): Promise<void>
}

/** A search of a week on one network takes minutes: it must not delay the others. */
const NETWORKS_AT_ONCE = 4
const AGAIN_MS = 3_000
const AFTER_ERROR_MS = 30_000
/** How long another program's use of the wallet may stay unnoticed while nobody asks. */
const RECONCILED_FOR_MS = 10 * 60_000

const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 3_600_000]

/** Returns the next wait for nodes that have not shown something for some milliseconds: as long again. */
function pauseAfter(unseenFor: number): number {
  return Math.min(Math.max(unseenFor, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

/** Creates the reconciler; it sends nothing before the first check. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { ledger, now } = options
  const seen: SeenNonces = new Map()
  const schedule = createSchedule({
    run: reconcileNetwork,
    atOnce: NETWORKS_AT_ONCE,
    timer: options.timer,
    monotonic: options.monotonic,
  })

  async function reconcileNetwork(networkKey: string): Promise<number | null> {
    const [current, address] = [options.current(), options.address()]
    const watched = current?.networks.find(({ key }) => key === networkKey)
    if (!current || !watched || address === null) return null
    const { chain, tokens, network, payableNative } = watched
    try {
      const place = { profileId: current.profileId, chainInstance: await chain.instance(), address }
      const one = { ledger, chain, client: current.client, place, network, tokens, payableNative, now }
      const how = await reconcile(one, seen)
      if (how === 'waiting') return AGAIN_MS
      options.onFound()
      return how === 'reconciled'
        ? RECONCILED_FOR_MS
        : pauseAfter(now() - (readUnseen(ledger, place)?.foundAt ?? now()))
    } catch (error) {
      // A missing connection is not worth reporting.
      if (toAppError(error).code === 'internal') options.onUnforeseen(error, `reconciling on ${networkKey}`)
      return AFTER_ERROR_MS
    }
  }

  function reconcileAll(): void {
    for (const { key } of options.current()?.networks ?? []) schedule.now(key)
  }

  return {
    reconcileAll,
    async isReconciled(profileId, chain, chainInstance, address) {
      const yes = await isReconciled({ ledger, chain, place: { profileId, chainInstance, address } })
      if (!yes) reconcileAll()
      return yes
    },
    stop: schedule.stop,
  }
}
