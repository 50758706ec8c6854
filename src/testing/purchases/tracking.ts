import type { TrackGroup, TrackMemory } from '../../main/purchases/track/track-memory.ts'
import { from } from './ledger.ts'

const nothing = (): void => undefined

/** Creates a memory that tracks no purchases and notifies nobody. */
export const createTrackMemory = (): TrackMemory => ({
  groups: new Map(),
  waits: new Map(),
  interrupted: new Set(),
  onOutcome: nothing,
  onOpened: nothing,
  onRead: nothing,
  onWaits: nothing,
  signal: new AbortController().signal,
})

/** Creates the group of the test ledger's purchases, none of them tracked. */
export const createTrackGroup = (): TrackGroup => ({
  profileId: 'p',
  from,
  tracked: new Map(),
  behind: new Set(),
  sweep: null,
  frontReadAt: 0,
  behindDue: 0,
})
