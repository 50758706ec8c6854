import type { Address } from 'viem'
import type { Wait } from './pace.ts'

/** One registered purchase as this process watches it. */
export interface Tracked {
  /** When it is to be read next, by the monotonic clock. */
  due: number
  /** Readings in a row that found nothing new. */
  tries: number
  /** The service has delivered or failed it. */
  isSettled: boolean
}

/** A walk through the older pages of a wallet's list. */
export interface Sweep {
  /** The page to be read next. */
  page: number
  /** Pages from there to the last. */
  pagesLeft: number
  /** Purchases that the walk found so far. */
  found: number
}

/** The registered purchases of one service and wallet: they are read together. */
export interface TrackGroup {
  readonly profileId: string
  readonly from: Address
  readonly tracked: Map<string, Tracked>
  /** Purchases that are due and were not on the newest page. */
  readonly behind: Set<string>
  sweep: Sweep | null
  /** When the newest page was last read, by the monotonic clock; set to long ago when a person asks. */
  frontReadAt: number
  /** When older pages may be read next, by the monotonic clock. */
  behindDue: number
}

/** What this process remembers of registered purchases between two readings. */
export interface TrackMemory {
  readonly groups: Map<string, TrackGroup>
  readonly waits: Map<string, Wait>
  /** Groups whose reading was lost with the connection. */
  readonly interrupted: Set<string>
  /** The service delivered or failed a purchase, or changed its mind. */
  readonly onSettled: (id: string) => void
  /** The service failed a purchase that had ended. */
  readonly onOpened: (id: string) => void
  /** The service reported the status of a purchase. */
  readonly onRead: (id: string) => void
  /** What a purchase waits for changed, and nothing else. */
  readonly onWaits: (id: string) => void
  readonly signal: AbortSignal
}

/** Purchases of one service and wallet are read together. */
export function groupOf({ profileId, from }: Pick<TrackGroup, 'profileId' | 'from'>): string {
  return `${profileId} ${from}`
}

/** Watches a registered purchase, to be read at `due` by the monotonic clock; one that is watched already is read then. */
export function track(
  { groups }: TrackMemory,
  { id, profileId, from }: { readonly id: string; readonly profileId: string; readonly from: Address },
  due: number,
): void {
  const key = groupOf({ profileId, from })
  const group: TrackGroup = groups.get(key) ?? {
    ...{ profileId, from, tracked: new Map(), behind: new Set(), sweep: null, frontReadAt: -Infinity, behindDue: due },
  }
  groups.set(key, group)
  const known = group.tracked.get(id)
  group.behind.delete(id)
  if (known) {
    known.due = due
    // A person asks.
    group.frontReadAt = -Infinity
  } else group.tracked.set(id, { due, tries: 0, isSettled: false })
}

/** Stops watching a purchase; remembers when its wallet's list was read. */
export function untrack(
  { groups }: TrackMemory,
  purchase: Pick<TrackGroup, 'profileId' | 'from'> & { readonly id: string },
): void {
  const group = groups.get(groupOf(purchase))
  group?.tracked.delete(purchase.id)
  group?.behind.delete(purchase.id)
}
