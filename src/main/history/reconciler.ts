import type { Address } from 'viem'
import { toAppError } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import { isReconciled, reconcile, type SeenNonces } from './reconcile.ts'
import { readUnseen } from './unseen-repository.ts'
import { createSchedule } from '../engine/schedule.ts'
import { type Timer } from '../../shared/timer.ts'
import type { CurrentService } from '../engine/current-service.ts'

export interface ReconcilerOptions {
  readonly ledger: WritableDb
  readonly now: () => number
  readonly monotonic: () => number
  readonly timer: Timer
  readonly address: () => Address | null
  /** The service in use and the networks it can be paid on; null before there is one. */
  readonly current: () => CurrentService | null
  /** Payments made elsewhere, or a question about them, may have come to light. */
  readonly onFound: () => void
  readonly onUnforeseen: (error: unknown, what: string) => void
}

/** Reconciles what the wallet did elsewhere, in the background. */
export interface Reconciler {
  /** Reconciles every network as soon as possible. */
  reconcileAll(): void
  /** Returns whether an account is reconciled, so that it may pay. If it is not, reconciliation starts. */
  isReconciled(profileId: string, chain: Chain, chainInstance: string, address: Address): Promise<boolean>
  stop(): Promise<void>
}

/** A search of a week on one network takes minutes: it holds up no other. */
const NETWORKS_AT_ONCE = 4
const AGAIN_MS = 3_000
const AFTER_ERROR_MS = 30_000
/** How long what another program did with the wallet may stay unseen while nobody asks. */
const RECONCILED_FOR_MS = 10 * 60_000

const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 3_600_000]

/** How long to wait for nodes to show what they did not for some milliseconds: as long again. */
function pauseAfter(unseenFor: number): number {
  return Math.min(Math.max(unseenFor, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

/** Creates the reconciler; it sends no request before `reconcileAll`. */
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
      // Without a connection there is nothing to tell.
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
