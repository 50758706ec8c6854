import type { NewerVersionView } from '../../shared/app/views.ts'
import type { Timer } from '../../shared/timer.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Log } from '../log/create-log.ts'
import { isNewerVersion } from './compare-versions.ts'
import { fetchDocument } from './fetch-document.ts'
import { readNotice, type Notice } from './read-notice.ts'
import type { UpdateFeed } from './update-feed.ts'
import { readUpdateCheck, writeCheckedAt, writeDocument } from './update-check-repository.ts'

export interface UpdatesOptions {
  /** Null for a build that never checks. */
  readonly updateFeed: UpdateFeed | null
  /** The running version. */
  readonly version: string
  readonly cache: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly timer: Timer
  readonly log: Log
  /** Called when the view has changed. */
  readonly changed: () => void
}

/** The signed notice of a newer version, which Till shows and never installs. */
export interface Updates {
  /** Returns the newer version; null if none is known. */
  view(): NewerVersionView | null
  /** Returns the address of its page; null if no newer version is known. */
  page(): string | null
  /** Checks now if the last check is a day old, and then once a day. */
  start(): void
  stop(): Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Opens the notice that is known from an earlier start; only `start` sends requests. */
export function openUpdates(options: UpdatesOptions): Updates {
  const { updateFeed: feed, version, cache, now, timer, log, changed } = options
  if (feed === null) return { view: () => null, page: () => null, start: () => undefined, stop: async () => undefined }
  const { url, key } = feed
  const giveUp = new AbortController()
  let { checkedAt, document } = readUpdateCheck(cache)
  let newer = document === null ? null : newerOf(document)
  let checking: Promise<void> = Promise.resolve()
  let cancel = (): void => undefined

  function newerOf(text: string): Notice | null {
    const notice = readNotice(text, key)
    return 'version' in notice && isNewerVersion(notice.version, version) ? notice : null
  }

  async function check(at: number): Promise<void> {
    checkedAt = at
    // Without it every start would send a request.
    writeCheckedAt(cache, at)
    const answer = await fetchDocument({ url, signal: giveUp.signal })
    if (giveUp.signal.aborted) return
    const notice = typeof answer === 'string' ? readNotice(answer, key) : answer
    if ('problem' in notice) return log('updates.failed', notice)
    log('updates.checked', { version: notice.version })
    if (answer === document || typeof answer !== 'string') return
    document = answer
    newer = newerOf(answer)
    changed()
    writeDocument(cache, document)
  }

  function tick(isStart: boolean): void {
    const at = now()
    const isSetBack = checkedAt !== null && checkedAt > at
    if (checkedAt === null || at - checkedAt >= DAY || (isSetBack && isStart)) {
      checking = check(at).catch((error: unknown) => log('updates.failed', { problem: 'not-stored' }, { error }))
    } else if (isSetBack) {
      // The next check is a day after the clock was set back.
      checkedAt = at
    }
    cancel = timer(HOUR, () => tick(false))
  }

  return {
    view: () => newer && { version: newer.version, date: newer.date },
    page: () => newer?.page ?? null,
    start: () => tick(true),
    async stop() {
      giveUp.abort()
      cancel()
      await checking
    },
  }
}
