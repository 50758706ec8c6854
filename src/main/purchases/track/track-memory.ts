import type { Address } from 'viem'
import type { Wait } from './pace.ts'

/** One registered purchase as this process tracks it. */
export interface Tracked {
  /** The time of its next read, by the monotonic clock. */
  due: number
  /** Reads in a row without a change. */
  tries: number
  /** Whether the service has delivered or failed it. */
  isDecided: boolean
}

/** A pass through the older pages of a wallet's list. */
export interface Sweep {
  /** The next page to read. */
  page: number
  /** The pages from there to the last. */
  pagesLeft: number
  /** Purchases found in this pass so far. */
  found: number
}

/** The registered purchases of one service and wallet, which are read together. */
export interface TrackGroup {
  readonly profileId: string
  readonly from: Address
  readonly tracked: Map<string, Tracked>
  /** Due purchases that were not on the newest page. */
  readonly behind: Set<string>
  sweep: Sweep | null
  /** The last read of the newest page, by the monotonic clock; set to long ago at a person's request. */
  frontReadAt: number
  /** The earliest next read of older pages, by the monotonic clock. */
  behindDue: number
}

/** What this process remembers of registered purchases between two reads. */
export interface TrackMemory {
  readonly groups: Map<string, TrackGroup>
  readonly waits: Map<string, Wait>
  /** Groups whose read failed with the connection. */
  readonly interrupted: Set<string>
  /** Called when the service delivered or failed a purchase, or changed that status. */
  readonly onOutcome: (id: string) => void
  /** Called when the service failed a settled purchase. */
  readonly onOpened: (id: string) => void
  /** Called when the service reported a purchase's status. */
  readonly onRead: (id: string) => void
  /** Called when only a purchase's wait changed. */
  readonly onWaits: (id: string) => void
  readonly signal: AbortSignal
}

/** Returns the key of the group that a purchase is read with. */
export function groupOf({ profileId, from }: Pick<TrackGroup, 'profileId' | 'from'>): string {
  return `${profileId} ${from}`
}

/** Tracks a registered purchase, to be read at `due` by the monotonic clock; moves the read of a tracked one there. */
export function track(
  { groups }: TrackMemory,
  { id, profileId, from }: { readonly id: string; readonly profileId: string; readonly from: Address },
  due: number,
): void {
  const key = groupOf({ profileId, from })
  const group: TrackGroup = groups.get(key) ?? {
    profileId,
    from,
    tracked: new Map(),
    behind: new Set(),
    sweep: null,
    frontReadAt: -Infinity,
    behindDue: due,
  }
  groups.set(key, group)
  const known = group.tracked.get(id)
  group.behind.delete(id)
  if (known) {
    known.due = due
    // A person requested it.
    group.frontReadAt = -Infinity
  } else group.tracked.set(id, { due, tries: 0, isDecided: false })
}

/** Stops tracking a purchase; remembers when its wallet's list was read. */
export function untrack(
  { groups }: TrackMemory,
  purchase: Pick<TrackGroup, 'profileId' | 'from'> & { readonly id: string },
): void {
  const group = groups.get(groupOf(purchase))
  group?.tracked.delete(purchase.id)
  group?.behind.delete(purchase.id)
}
