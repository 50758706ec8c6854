import { toAppError } from '../../../shared/errors.ts'
import { isDiskError } from '../../db/disk-errors.ts'
import { isConnectionError } from '../../engine/is-connection-error.ts'
import { IDLE_MS } from '../../engine/schedule/schedule.ts'
import { retryDelay, waitAfter } from './pace.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { TOGETHER_MS, readOne, readPage } from '../register/read-spends.ts'
import type { TrackGroup, TrackMemory } from './track-memory.ts'

const MIN_MS = 20

/**
 * Reads the status of a group's registered purchases. Returns in how many milliseconds to continue, null for never on its own.
 *
 * The newest page of the wallet's list covers today's. Due purchases that are not on it are *behind*: Till walks through the older pages,
 * a hundred purchases per request, or requests the last few one by one; at once while plenty of the hour's requests are
 * left. With fewer, or while sales come quickly, it spaces these readings (`spacing` of the budget), and only a purchase with a reserved request
 * is read in time, so that current payments keep theirs.
 */
export async function trackPurchases(
  context: PurchaseContext,
  memory: TrackMemory,
  key: string,
): Promise<number | null> {
  const group = memory.groups.get(key)
  if (!group) return null
  const service = context.service(group.profileId)
  if (!service) return IDLE_MS
  try {
    if (dueOf(group, context.monotonic(), 0).length > 0) {
      const front = dueOf(group, context.monotonic(), TOGETHER_MS)
      const holder = front.find((id) => service.budget.holds(id))
      if (holder !== undefined || group.frontReadAt + service.budget.spacing() <= context.monotonic()) {
        await readFront(context, memory, service, group, front, holder)
        group.frontReadAt = context.monotonic()
      }
    }
    if (group.behind.size > 0 && (group.behindDue <= context.monotonic() || service.budget.spacing() === 0)) {
      await readBehind(context, memory, service, group)
      group.behindDue = context.monotonic() + service.budget.spacing()
    }
    memory.interrupted.delete(key)
  } catch (thrown) {
    if (isDiskError(thrown)) throw thrown
    postpone(context, memory, key, group, thrown)
  }
  return nextRead(context, service, group)
}

function dueOf({ tracked, behind }: TrackGroup, now: number, within: number): string[] {
  const due: string[] = []
  for (const [id, one] of tracked) if (one.due <= now + within && !behind.has(id)) due.push(id)
  return due
}

async function readFront(
  context: PurchaseContext,
  memory: TrackMemory,
  service: ProfileService,
  group: TrackGroup,
  due: readonly string[],
  holder: string | undefined,
): Promise<void> {
  const [first] = due
  let pending = 0
  for (const { isDecided } of group.tracked.values()) if (!isDecided) pending++
  if (first !== undefined && due.length === 1 && pending <= 1) return readOne(context, memory, service, group, first)
  const { found, pagesLeft } = await readPage(context, memory, service, group, 1, holder)
  for (const id of due) if (!found.has(id) && group.tracked.has(id)) group.behind.add(id)
  if (group.behind.size > 0) group.sweep ??= { page: 2, pagesLeft, found: 0 }
}

/** Makes one request for purchases that are behind: the next older page, or a single purchase if that is cheaper or no page has it. */
async function readBehind(
  context: PurchaseContext,
  memory: TrackMemory,
  service: ProfileService,
  group: TrackGroup,
): Promise<void> {
  const { sweep } = group
  if (sweep === null || sweep.pagesLeft === 0 || group.behind.size <= sweep.pagesLeft) {
    const [id] = group.behind
    if (id !== undefined) await readOne(context, memory, service, group, id)
    group.behind.delete(id ?? '')
  } else {
    const { found, pagesLeft } = await readPage(context, memory, service, group, sweep.page)
    const total = sweep.found + found.size
    // A pass that found some of many may have missed purchases that became due meanwhile: it starts again at its end.
    const isAnew = pagesLeft === 0 && total > 0 && group.behind.size > sweep.page
    group.sweep = isAnew
      ? { page: 2, pagesLeft: sweep.page - 1, found: 0 }
      : { page: sweep.page + 1, pagesLeft, found: total }
  }
  if (group.behind.size === 0) group.sweep = null
}

/** Postpones everything due, because nothing could be read, as long as the service or the budget asks. */
function postpone(
  context: PurchaseContext,
  memory: TrackMemory,
  key: string,
  group: TrackGroup,
  thrown: unknown,
): void {
  const error = toAppError(thrown)
  if (error.code === 'internal') context.onUnforeseen(thrown, `tracking of ${key}`)
  if (isConnectionError(error)) memory.interrupted.add(key)
  const now = context.monotonic()
  const wait = waitAfter(error)
  let longest = 0
  for (const id of [...dueOf(group, now, TOGETHER_MS), ...group.behind]) {
    const one = group.tracked.get(id)
    if (!one) continue
    const delay = retryDelay(error, one.tries++, context.now())
    longest = Math.max(longest, delay)
    if (!group.behind.has(id)) one.due = now + delay
    memory.waits.set(id, wait)
    memory.onWaits(id)
  }
  group.behindDue = Math.max(group.behindDue, now + longest)
}

function nextRead(context: PurchaseContext, service: ProfileService, group: TrackGroup): number | null {
  if (group.tracked.size === 0) return null
  const now = context.monotonic()
  const spacing = service.budget.spacing()
  let next = Infinity
  for (const [id, { due }] of group.tracked) {
    if (group.behind.has(id)) continue
    next = Math.min(next, service.budget.holds(id) ? due : Math.max(due, group.frontReadAt + spacing))
  }
  if (group.behind.size > 0) next = Math.min(next, spacing > 0 ? group.behindDue : now)
  // The wait depends on the requests left.
  return Math.max(MIN_MS, Math.min(next - now, spacing > 0 ? IDLE_MS : Infinity))
}
