import type { Address } from 'viem'
import { toAppError } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import { isExplained, reconcile, type SeenNonces } from './reconcile.ts'
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

/** Explains, on its own, what the wallet did elsewhere. */
export interface Reconciler {
  /** Looks at every network as soon as it can. */
  look(): void
  /** Whether the ledger explains an account, so that it may pay; where it does not, that is seen to. */
  isExplained(profileId: string, chain: Chain, chainInstance: string, address: Address): Promise<boolean>
  stop(): Promise<void>
}

/** A search of a week on one network takes minutes: it holds up no other. */
const NETWORKS_AT_ONCE = 4
const AGAIN_MS = 3_000
const AFTER_ERROR_MS = 30_000
/** How long what another program did with the wallet may stay unseen while nobody asks. */
const EXPLAINED_FOR_MS = 10 * 60_000

const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 3_600_000]

/** How long to wait for nodes to show what they did not for some milliseconds: as long again. */
function pauseAfter(unseenFor: number): number {
  return Math.min(Math.max(unseenFor, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

/** Builds the reconciler; nothing is asked before the first look. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { ledger, now } = options
  const seen: SeenNonces = new Map()
  const looks = createSchedule({
    run: lookAt,
    atOnce: NETWORKS_AT_ONCE,
    timer: options.timer,
    monotonic: options.monotonic,
  })

  async function lookAt(networkKey: string): Promise<number | null> {
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
      return how === 'reconciled' ? EXPLAINED_FOR_MS : pauseAfter(now() - (readUnseen(ledger, place)?.foundAt ?? now()))
    } catch (error) {
      // Without a connection there is nothing to tell.
      if (toAppError(error).code === 'internal') options.onUnforeseen(error, `reconciling on ${networkKey}`)
      return AFTER_ERROR_MS
    }
  }

  function look(): void {
    for (const { key } of options.current()?.networks ?? []) looks.now(key)
  }

  return {
    look,
    async isExplained(profileId, chain, chainInstance, address) {
      const yes = await isExplained({ ledger, chain, place: { profileId, chainInstance, address } })
      if (!yes) look()
      return yes
    },
    stop: looks.stop,
  }
}
